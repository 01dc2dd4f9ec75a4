"""What peers.json says, for people: tables in Markdown, and plots through gnuplot.

    report.py peers.json              the table, on stdout
    report.py peers.json DOCUMENT     puts the tables between the marks of the suite in DOCUMENT, and the plots, where
                                      gnuplot is there, into the folder of DOCUMENT's name beside it
"""
import json
import os
import re
import shutil
import subprocess
import sys

import cells
import folds
import texts

SUITES = {'elementwise': cells, 'reductions': folds, 'expressions': texts.expressions, 'rows': texts.rows,
          'short': texts.short}
FILES = {name: f'{name}.json' for name in SUITES} | {'elementwise': 'peers.json'}

OURS = 'cujit'
BY_HAND = 'cujit kernel'  # ours too, no peer
LEVEL = 0.02  # what counts as equal
MARKS = {name: name for name in SUITES} | {'elementwise': 'figures'}  # of the places in a document
COLOURS = ['#d62728', '#1f77b4', '#2ca02c', '#9467bd', '#8c564b', '#e377c2', '#7f7f7f']


def suite_name(result):
    return result.get('suite', 'elementwise')


def suite_of(result):
    return SUITES[suite_name(result)]


def marks(result):
    name = MARKS[suite_name(result)]
    return f'<!-- {name}: begin -->', f'<!-- {name}: end -->'


def rank(entry):
    """Adds which implementation is best, which peer, and how fast ours is in terms of that peer (above 1: faster)."""
    times = {name: result['us'] for name, result in entry['results'].items() if 'us' in result}
    peers = {name: us for name, us in times.items() if name not in (OURS, BY_HAND)}
    entry['best'] = min(times, key=times.get) if times else None
    entry['best_peer'] = min(peers, key=peers.get) if peers else None
    entry['ratio'] = peers[entry['best_peer']] / times[OURS] if peers and OURS in times else None
    if BY_HAND in times and OURS in times:
        entry['to_kernel'] = times[BY_HAND] / times[OURS]
    return entry


def is_slower(cell):
    return cell['ratio'] is not None and cell['ratio'] < 1 - LEVEL


def power(n):
    return f'2^{n.bit_length() - 1}' if n & (n - 1) == 0 else str(n)


def shape_text(shape):
    return ' x '.join(power(length) for length in shape)


def size_of(cell):
    return cell['label'] if 'label' in cell else shape_text(cell['shape']) if 'shape' in cell else power(cell['n'])


def name_of(cell):
    return f'{cell["case"]} {cell["dtype"]} {size_of(cell)}'


def one_line(cell):
    words = []
    for name, result in cell['results'].items():
        words.append(f'{name} ' + (f'{result["us"]:.1f}' if 'us' in result else 'WRONG' if result['wrong'] else '-'))
    ratio = f'  x{cell["ratio"]:.2f}' if cell['ratio'] else ''
    return f'{name_of(cell)}: {", ".join(words)} us{ratio}'


def implementations(result):
    """In the order of the run."""
    names = []
    for cell in result['cells']:
        names += [name for name in cell['results'] if name not in names]
    return names


def figure(cell, name, key, best):
    """A cell's entry in a table; the best one of its row is bold."""
    result = cell['results'].get(name, {})
    if 'us' not in result:
        return '**wrong**' if result.get('wrong') else '-'
    value = result[key]
    text = f'{value:.0f}' if value >= 1000 else f'{value:.3g}'
    return f'**{text}**' if name == best else text


def row(words):
    return '| ' + ' | '.join(words) + ' |'


def table(found, names, key, label):
    """One row a cell, one column an implementation."""
    lines = [row(label[0] + names + ['ours to best peer']), row(['---'] * (len(label[0]) + len(names) + 1))]
    for cell in found:
        ratio = '-' if cell['ratio'] is None else f'{cell["ratio"]:.2f}'
        lines.append(row(label[1](cell) + [figure(cell, name, key, cell['best']) for name in names] + [ratio]))
    return lines


def head(result):
    versions = ', '.join(f'{name} {version}' for name, version in result['versions'].items())
    machine = result['device'] + (f', driver {result["driver"]}' if result['driver'] else '') + (
        f', CUDA {result["cuda"]}' if result['cuda'] else '')
    lines = [f'{machine}, {result["date"][:10]}. {versions}.']
    lines += [f'{name} is left out: {reason}.' for name, reason in result['missing'].items()]
    if result.get('dead'):
        lines.append(f'The run ended early: {result["dead"]}.')
    return lines


def counts(result, compared):
    """By case; and the sums that must reach a speed of their own."""
    lines = [row(['case', 'cells', 'level or ahead']), row(['---'] * 3)]
    for name in suite_of(result).CASES:
        mine = [cell for cell in compared if cell['case'] == name]
        if mine:
            lines.append(row([name, f'{len(mine)}', f'{sum(not is_slower(cell) for cell in mine)}']))
    sums = [cell for cell in result['cells'] if cell['case'] == 'sum' and cell['n'] == 1 << 28
            and 'gbps' in cell['results'].get(OURS, {})]
    if sums:
        lines += ['', row(['sum at 2^28', 'cujit, TB/s', 'wanted, TB/s', '']), row(['---'] * 4)]
    for cell in sums:
        reached, wanted = cell['results'][OURS]['gbps'] / 1e3, folds.FLOORS[cell['dtype']] / 1e3
        verdict = 'reached' if reached >= wanted else 'missed'
        lines.append(row([cell['dtype'], f'{reached:.3f}', f'{wanted:.2f}', verdict]))
    return lines + ['']


def against_kernel(result):
    """An expression beside the kernel that one would write by hand."""
    found = [cell for cell in result['cells'] if 'to_kernel' in cell]
    if not found:
        return []
    slower = sorted((cell for cell in found if cell['to_kernel'] < 1 - LEVEL), key=lambda cell: cell['to_kernel'])
    words = ', '.join(f'{name_of(cell)} {cell["to_kernel"]:.3f}' for cell in slower)
    return [f'The expression is level with the kernel by hand (within {100 * LEVEL:.0f} %) or ahead of it in '
            f'{len(found) - len(slower)} of {len(found)} cells' + (f'; slower: {words}.' if slower else '.'), '']


def summary(result):
    """Where ours is behind; and what went wrong anywhere."""
    compared = [cell for cell in result['cells'] if cell['ratio'] is not None]
    slower = sorted((cell for cell in compared if is_slower(cell)), key=lambda cell: cell['ratio'])
    lines = []
    if compared and suite_name(result) == 'reductions':
        lines += counts(result, compared)
    if compared:
        lines.append(f'cujit is level with the best peer (within {100 * LEVEL:.0f} %) or ahead of it in '
                     f'{len(compared) - len(slower)} of {len(compared)} cells. '
                     + ('Slower:' if slower else 'It is slower in none.'))
    lines = lines[:-1] + against_kernel(result) + lines[-1:]
    if slower:
        lines.append('')
        lines += [f'- {name_of(cell)}: {cell["ratio"]:.3f} of {cell["best_peer"]} '
                  f'({cell["results"][OURS]["us"]:.2f} us, {cell["results"][cell["best_peer"]]["us"]:.2f} us)'
                  for cell in slower]
    failed = [(name, cell) for cell in result['cells'] for name, found in cell['results'].items()
              if found.get('wrong') or (name == OURS and 'us' not in found)]
    if failed:
        lines += ['', 'Without a right result:', '']
        lines += [f'- {name}, {name_of(cell)}: {cell["results"][name]["reason"]}' for name, cell in failed]
    late = [name_of(cell) for cell in result['cells'] if cell.get('late')]
    if late:
        lines += ['', 'Timed one by one, since a call waited for the device: ' + ', '.join(late) + '.']
    return lines


FIRST_NAMES = {'cujit': OURS, 'cupy': 'CuPy ElementwiseKernel', 'jiterator': 'PyTorch jiterator',
               'cujit-sum': OURS, 'cupy-sum': 'CuPy ReductionKernel'}
OPERATIONS = {'elementwise': ('axpby', 'kernel'), 'reductions': ('a sum', 'reduction'),
              'expressions': ('`2*a + sin(b)`', 'kernel')}


def host_cost(result):
    lines, (operation, kind) = [], OPERATIONS.get(suite_name(result), ('', ''))
    if result.get('launch_us'):
        lines += ['', f'| one launch of {operation}, on the host | us |', '| --- | --- |']
        lines += [row([name, f'{us:.2f}']) for name, us in result['launch_us'].items()]
    if result.get('first_kernel_ms'):
        lines += ['', f'| first {kind} of a process | nothing cached, ms | cached on disk, ms |', '| --- | --- | --- |']
        for key, found in result['first_kernel_ms'].items():
            times = [f'{found[state]:.3g}' if state in found else '-' for state in ('cold', 'warm')]
            lines.append(row([FIRST_NAMES[key]] + times))
    return lines


def markdown(result):
    """The whole in one table, in us."""
    names = implementations(result)
    label = (['case', 'type', 'n', 'cujit GB/s'],
             lambda cell: [cell['case'], cell['dtype'], size_of(cell), figure(cell, OURS, 'gbps', None)])
    lines = head(result)
    if result['cells']:
        lines += ['', 'Means of the middle half, in us:', ''] + table(result['cells'], names, 'us', label)
    return '\n'.join(lines + host_cost(result) + [''] + summary(result))


def document(result, plotted):
    """For docs/performance.md: a section a case, GB/s."""
    names = implementations(result)
    lines = head(result) + [''] + summary(result) + host_cost(result)
    label = (['type', 'rows of' if any('label' in cell for cell in result['cells']) else 'n'],
             lambda cell: [cell['dtype'], size_of(cell)])
    for case in suite_of(result).CASES.values():
        found = [cell for cell in result['cells'] if cell['case'] == case.name]
        if not found:
            continue
        lines += ['', f'### {case.name}: {case.title}', '']
        if case.name in plotted:
            lines += [f'![{case.name}]({plotted[case.name]})', '']
        lines += ['GB/s:', ''] + table(found, names, 'gbps', label)
    return lines


# --- plots --------------------------------------------------------------------------------------------------------

def place(cell):
    """On the axis of sizes: log2 n, or of a matrix that of its rows."""
    return cell['place'] if 'place' in cell else (cell['shape'][0] if 'shape' in cell else cell['n']).bit_length() - 1


def tick(cell):
    return cell['label'] if 'label' in cell else 'x'.join(f'2^{{{length.bit_length() - 1}}}' for length in cell.get('shape', [cell['n']]))


def speeds(found, name):
    """(place, speed in terms of ours) of an implementation."""
    return [(place(cell), cell['results'][OURS]['us'] / cell['results'][name]['us']) for cell in found
            if all('us' in cell['results'].get(one, {}) for one in (OURS, name))]


def style(number, name):
    return f'lw {3 if name == OURS else 1.5} lc rgb "{COLOURS[number % len(COLOURS)]}"'


def panel(dtype, found, names):
    lines, blocks = [], []
    for number, name in enumerate(names):
        points = speeds(found, name)
        if points:
            block = f'${dtype}_{number}'
            blocks += [f'{block} << END'] + [f'{x} {y:.4f}' for x, y in points] + ['END']
            lines.append(f'{block} with linespoints {style(number, name)} pt 7 ps 0.3 notitle')
    return blocks + [f'set title "{dtype}" noenhanced', 'plot ' + ', '.join(lines)] if lines else []


def plot_script(case, result, path):
    """One panel an element type: speed over size, ours being 1; then the key."""
    names = implementations(result)
    found = [cell for cell in result['cells'] if cell['case'] == case.name]
    panels = [panel(dtype, [cell for cell in found if cell['dtype'] == dtype], names)
              for dtype in suite_of(result).DTYPES]
    panels = [lines for lines in panels if lines]
    highest = max([1.1] + [y for name in names for _, y in speeds(found, name)])
    rows = len(panels) // 3 + 1
    ticks = {place(cell): tick(cell) for cell in found}
    edges = min(ticks) - 1, max(ticks) + 1
    ticks = ', '.join(f'"{ticks[k]}" {k}' for k in sorted(ticks))
    script = [f'set terminal svg size 900,{60 + 250 * rows} enhanced background "white" font "sans,12"',
              f'set output "{path}"', f'set multiplot layout {rows},3 title "{case.name}: speed, cujit = 1" noenhanced',
              f'set xtics ({ticks})', f'set xrange [{edges[0]}:{edges[1]}]',
              f'set yrange [0:{1.1 * highest:.2f}]', 'set grid',
              'set key off']
    for lines in panels:
        script += lines
    key = ', '.join(f'NaN with lines {style(number, name)} title "{name}"' for number, name in enumerate(names))
    script += ['unset title', 'unset grid', 'unset border', 'unset tics', 'set lmargin 2',
               'set key on inside center left noenhanced Left reverse', 'plot ' + key, 'unset multiplot']
    return '\n'.join(script) + '\n'


def slim(path):
    """Without gnuplot's empty groups and blanks, a third of the file."""
    with open(path) as file:
        text, before = file.read(), None
    while text != before:
        text, before = re.sub(r'<g\b[^>]*>\s*</g>', '', text), text
    with open(path, 'w') as file:
        file.writelines(line.strip() + '\n' for line in text.split('\n') if line.strip())


def plot_name(result, case):
    """Of the suites whose cases have names of others' their own name, too."""
    suite = suite_name(result)
    return case.name if suite in ('elementwise', 'reductions') else f'{suite}_{case.name}'


def plot(result, folder):
    """Writes folder/CASE.svg; {case: file name}. None where there is no gnuplot."""
    if shutil.which('gnuplot') is None:
        print('gnuplot is not installed: no plots', file=sys.stderr)
        return {}
    os.makedirs(folder, exist_ok=True)
    plotted = {}
    for case in suite_of(result).CASES.values():
        if any(cell['case'] == case.name for cell in result['cells']):
            path = os.path.join(folder, plot_name(result, case) + '.svg')
            subprocess.run(['gnuplot'], input=plot_script(case, result, path), text=True, check=True)
            slim(path)
            plotted[case.name] = f'{os.path.basename(folder)}/{plot_name(result, case)}.svg'
    return plotted


def write_document(result, path):
    with open(path) as file:
        text = file.read()
    begin, end = marks(result)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        sys.exit(f'{path}: needs the marks {begin} and {end}, each once and in this order')
    plotted = plot(result, os.path.splitext(path)[0])
    before, after = text[:text.index(begin)], text[text.index(end) + len(end):]
    with open(path, 'w') as file:
        file.write('\n'.join([before + begin, ''] + document(result, plotted) + ['', end]) + after)


def main(arguments):
    if not 1 <= len(arguments) <= 2:
        sys.exit('usage: report.py PEERS.JSON [DOCUMENT]')
    with open(arguments[0]) as file:
        result = json.load(file)
    if len(arguments) == 1:
        print(markdown(result))
    else:
        write_document(result, arguments[1])


if __name__ == '__main__':
    main(sys.argv[1:])
