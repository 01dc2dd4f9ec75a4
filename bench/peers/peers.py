"""cujit beside its peers on the same arrays in one process: `run` beside this finds what it needs and starts it.

    peers.py [--suite elementwise|reductions|expressions|rows|short] [--libraries DIR] [--output DIR] [--cases A,B]
             [--dtypes A,B] [--sizes 10,20] [--lengths 64,256] [--peers A,B] [--against DIR] [--repeat N]
             [--limit SECONDS] [--parts cells,launch,first] [--host] [--list]

The table goes to stdout, progress to stderr, everything to peers.json (of other suites: reductions.json and so on) in
the output folder.
docs/performance.md says how it is measured.
"""
import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import time

import report

OF_TEXTS = ['cupy', 'torch', 'compile', 'numpy', 'numexpr']
ALL_PEERS = {'elementwise': ['cub', 'cupy', 'jiterator', 'torch', 'numba', 'triton'],
             'reductions': ['cub', 'kernel', 'cupy', 'torch', 'numpy'],
             'expressions': OF_TEXTS, 'rows': OF_TEXTS, 'short': OF_TEXTS}
LIMITS = {'elementwise': 330}
LIMIT = 140
PARTS = ['cells', 'launch', 'first']
SLOW_US, SLOW_SAMPLES = 20_000, 3


def options():
    parser = argparse.ArgumentParser(description='cujit beside its peers on the same arrays in one process.')
    parser.add_argument('--suite', default='elementwise', choices=list(report.SUITES))
    parser.add_argument('--libraries', default='.', help='where libcujit_peers.so and its like for CUB are')
    parser.add_argument('--output', default='.', help='where peers.json goes')
    parser.add_argument('--cases', help='default: all')
    parser.add_argument('--dtypes', help='default: all')
    parser.add_argument('--sizes', help='logarithms to base 2, even: 10,16,20,24,28')
    parser.add_argument('--lengths', help='of rows, in the suites rows and short')
    parser.add_argument('--peers', help='default: all')
    parser.add_argument('--against', metavar='DIR', help='where the libcujit_peers.so of another build is')
    parser.add_argument('--repeat', type=int, default=15, help='samples at 2^28; twice as many at 2^24, else 8 times')
    parser.add_argument('--limit', type=float, help='seconds; cells that would begin later are left out')
    parser.add_argument('--parts', default=','.join(PARTS))
    parser.add_argument('--host', action='store_true', help='cujit on the host device, with NumPy')
    parser.add_argument('--list', action='store_true', help='say what would be measured')
    chosen = parser.parse_args()
    suite = report.SUITES[chosen.suite]
    for name, known in (('cases', suite.CASES), ('dtypes', suite.DTYPES), ('peers', ALL_PEERS[chosen.suite]),
                        ('parts', PARTS)):
        given = getattr(chosen, name)
        default = getattr(suite, 'DEFAULT_DTYPES', known) if name == 'dtypes' else known
        words = list(default) if given is None else [word for word in given.split(',') if word]
        for word in words:
            if word not in known:
                parser.error(f'--{name}: {word} is none of {", ".join(known)}')
        setattr(chosen, name, words)
    try:
        logarithms = [int(word) for word in chosen.sizes.split(',')] if chosen.sizes else None
    except ValueError:
        parser.error('--sizes: not a list of numbers')
    try:
        chosen.lengths = [int(word) for word in chosen.lengths.split(',')] if chosen.lengths else []
    except ValueError:
        parser.error('--lengths: not a list of numbers')
    if any(length < 1 for length in chosen.lengths):
        parser.error('--lengths: at least 1')
    if logarithms and any(k % 2 or not 2 <= k <= 30 for k in logarithms):
        parser.error('--sizes: even numbers from 2 to 30')
    if chosen.repeat < 1:
        parser.error('--repeat: at least 1')
    chosen.sizes = [1 << k for k in logarithms] if logarithms else suite.HOST_SIZES if chosen.host else suite.SIZES
    if chosen.limit is None:
        chosen.limit = LIMITS.get(chosen.suite, LIMIT)
    return chosen


def say(text):
    print(text, file=sys.stderr, flush=True)


def first_line(reason):
    text = str(reason).strip() or type(reason).__name__
    return text.split('\n')[0][:300]


class WrongResult(Exception):
    pass


class Bench:
    def __init__(self, chosen, xp, clock, implementations):
        self.chosen, self.xp, self.clock, self.implementations = chosen, xp, clock, implementations
        self.suite = report.SUITES[chosen.suite]
        self.began = time.monotonic()
        self.dead = None  # why the device can do no more

    def elapsed(self):
        return time.monotonic() - self.began

    def samples(self, n):
        return self.chosen.repeat * (1 if n >= 1 << 26 else 2 if n >= 1 << 22 else 8)

    def ready(self, implementation, cell):
        """The ways of an implementation whose results are right: {label: run}. Raises where there is none."""
        ways, worst = {}, None
        for label, run in implementation.prepare(cell):
            cell.poison()
            error = cell.error(implementation.result(cell, run))
            self.clock.wait()
            worst = error if worst is None else max(worst, error)
            if error <= cell.tolerance():
                ways[label] = run
        if not ways:
            raise WrongResult(f'wrong result, deviation {worst:.3g}')
        return ways

    def choose(self, ways):
        """The fastest of several, by a short measurement."""
        if len(ways) == 1:
            return next(iter(ways.items()))
        for run in ways.values():
            run()
        samples, _ = self.clock.measure(ways, 5)
        label = min(ways, key=lambda name: self.clock.figure(samples[name]))
        return label, ways[label]

    def measure(self, runs, count):
        """What takes very long is measured apart, a few times, so that it does not keep the others."""
        first, _ = self.clock.measure(runs, 1)
        slow = [name for name in runs if first[name][0] > SLOW_US]
        samples, in_time = self.clock.measure({name: runs[name] for name in runs if name not in slow}, count)
        if slow:
            more, _ = self.clock.measure({name: runs[name] for name in slow}, min(count, SLOW_SAMPLES))
            samples.update((name, more[name]) for name in slow)
        return samples, in_time

    def cell(self, dtype, case, size, arena):
        cell = self.suite.Cell(case, dtype, size, arena)
        found, runs = {}, {}
        for implementation in self.implementations:
            try:
                label, runs[implementation.name] = self.choose(self.ready(implementation, cell))
                found[implementation.name] = {'way': label} if label else {}
            except Exception as reason:  # a peer that fails in a cell is a finding
                found[implementation.name] = {'reason': first_line(reason), 'wrong': isinstance(reason, WrongResult)}
                self.check_alive(f'{implementation.name}, {dtype.name} {case.name} {size}: {first_line(reason)}')
        samples, in_time = self.measure(runs, self.samples(cell.n)) if not self.dead else ({}, True)
        for name, times in samples.items():
            quartiles = statistics.quantiles(times, n=4) if len(times) > 1 else times * 3
            us = self.clock.figure(times)
            found.setdefault(name, {}).update(us=us, low_us=quartiles[0], high_us=quartiles[2], samples=len(times))
            if name in runs:
                found[name]['gbps'] = cell.bytes / us * 1e-3
        nothing = found.pop('nothing', None)
        entry = {'case': case.name, 'dtype': dtype.name, 'n': cell.n, 'bytes': cell.bytes, 'results': found}
        if cell.matrix:
            entry['shape'] = list(cell.matrix)
        if hasattr(cell, 'label'):
            entry.update(label=cell.label, place=cell.place)
        if nothing:
            entry['nothing_us'] = nothing['us']
        if not in_time:
            entry['late'] = True
        return report.rank(entry)

    def check_alive(self, suspect):
        try:
            self.clock.wait()
        except Exception as reason:
            self.dead = f'the device failed after {suspect}: {first_line(reason)}'

    def all_cells(self, arena, save):
        entries, current = [], None
        plan = self.suite.plan(self.chosen)
        for number, (dtype, case, size) in enumerate(plan):
            if self.dead or self.elapsed() > self.chosen.limit:
                say(self.dead or f'{self.chosen.limit:g} s are over: {len(plan) - number} cells left out')
                break
            if dtype is not current:
                arena.randomize(dtype)
                current = dtype
            entries.append(self.cell(dtype, case, size, arena))
            say(f'{self.elapsed():5.0f} s  {number + 1}/{len(plan)}  {report.one_line(entries[-1])}')
            save(entries)
        return entries


def describe_gpu(cupy):
    properties = cupy.cuda.runtime.getDeviceProperties(0)
    name = properties['name']
    version = cupy.cuda.runtime.driverGetVersion()  # the runtime's is that of CuPy's wheel, and nobody else's
    found = {'device': name.decode() if isinstance(name, bytes) else name,
             'cuda': f'{version // 1000}.{version % 1000 // 10}', 'driver': ''}
    try:
        query = subprocess.run(['nvidia-smi', '--query-gpu=driver_version', '--format=csv,noheader'], check=True,
                               capture_output=True, text=True, timeout=30)
        found['driver'] = query.stdout.split('\n')[0].strip()
    except (OSError, subprocess.SubprocessError):
        pass
    return found


def builds(ours, chosen, device):
    """cujit, and the build that it is compared with."""
    found = [ours(chosen.libraries, device)]
    if chosen.against:
        found.append(ours(chosen.against, device))
        found[1].name = found[1].key = 'other build'
    return found


def texts_of(chosen, xp, device):
    """The implementations of expressions and rows, and who is missing."""
    import text_others
    from ours import OurKernels, OurTexts
    ours = builds(OurTexts, chosen, device)
    peers, missing = text_others.find(xp, chosen.peers)
    return ours + [OurKernels(ours[0])] + peers, missing


def set_up(chosen):
    """The array library, the clock, the implementations, and what is known of the machine."""
    import fold_others
    import others
    from ours import OurFolds, Ours
    from clock import DeviceClock, HostClock
    folding, device = chosen.suite == 'reductions', 'host' if chosen.host else 'cuda:0'
    if chosen.host:
        import numpy as xp
        machine, clock = {'device': f'host, {platform.machine()}', 'cuda': '', 'driver': ''}, HostClock()
    else:
        import cupy as xp
        xp.cuda.Device(0).use()
        xp.zeros(1)  # the primary context is there, and everybody works in it
        machine, clock = describe_gpu(xp), DeviceClock(xp)
    if ALL_PEERS[chosen.suite] is OF_TEXTS:
        implementations, missing = texts_of(chosen, xp, device)
    else:
        if chosen.host:
            peers, missing = [fold_others.Numpy(xp)] if folding and 'numpy' in chosen.peers else [], {}
        else:
            peers, missing = (fold_others if folding else others).find(chosen.libraries, xp, chosen.peers)
        implementations = builds(OurFolds if folding else Ours, chosen, device) + peers
    return xp, clock, implementations, missing, machine


def list_cells(chosen):
    plan = report.SUITES[chosen.suite].plan(chosen)
    for dtype, case, size in plan:
        shape = size if isinstance(size, tuple) else (size,)
        print(f'{dtype.name:6} {case.name:14} {report.shape_text(shape):<5} {case.bytes(dtype, size):12d} bytes')
    print(f'{len(plan)} cells')


def host_parts(chosen, bench, xp, implementations, result):
    """What launches and first kernels cost the host, as far as it is wanted and there is time: a callable each."""
    import host_cost
    measure = {'elementwise': host_cost.launches, 'reductions': host_cost.fold_launches,
               'expressions': host_cost.expressions}.get(chosen.suite)
    of = {'elementwise': host_cost.ELEMENTWISE_FIRST, 'reductions': host_cost.FOLD_FIRST}.get(chosen.suite)

    def launch():
        result['launch_us'] = measure(xp, implementations)

    def first():
        if bench.elapsed() > 0.75 * chosen.limit or bench.dead:
            return
        say('first kernels of fresh processes')
        there = {implementation.key for implementation in implementations}
        result['first_kernel_ms'] = host_cost.first_kernels(chosen.libraries, [key for key in of if of[key] in there])

    return {name: part for name, part, there in (('launch', launch, measure), ('first', first, of))
            if name in chosen.parts and there and not chosen.host}


def warm(chosen, implementations):
    """What peers compile for seconds each is compiled side by side, before the run."""
    import fold_others
    import text_others
    keys = {implementation.key for implementation in implementations}
    if chosen.host or not keys & {'kernel', 'cupy', 'compile'}:
        return
    if chosen.suite == 'reductions':
        say('CuPy compiles its reductions')
        fold_others.warm(chosen)
    elif ALL_PEERS[chosen.suite] is OF_TEXTS and 'compile' in keys:
        say('torch.compile and CuPy compile')
        text_others.warm(chosen)


def main():
    chosen = options()
    if chosen.list:
        return list_cells(chosen)
    xp, clock, implementations, missing, machine = set_up(chosen)
    bench = Bench(chosen, xp, clock, implementations)
    result = {
        'schema': 1,
        'suite': chosen.suite,
        'date': datetime.datetime.now(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ'),
        **machine,
        'versions': {i.name: i.version() for i in implementations} | {'Python': platform.python_version()},
        'missing': missing,
        'repeat': chosen.repeat,
        'cells': [],
    }

    def save(entries):
        result['cells'] = entries
        path = os.path.join(chosen.output, report.FILES[chosen.suite])
        temporary = path + '.part'
        with open(temporary, 'w') as file:
            json.dump(result, file, indent=1)
            file.write('\n')
        os.replace(temporary, path)

    os.makedirs(chosen.output, exist_ok=True)
    for name, reason in missing.items():
        say(f'{name} is left out: {reason}')
    parts = host_parts(chosen, bench, xp, implementations, result)
    if 'launch' in parts:
        try:
            parts['launch']()
        except Exception as reason:  # the cells are measured all the same
            say(f'what launches cost: {first_line(reason)}')
    if 'cells' in chosen.parts:
        warm(chosen, implementations)
        save(bench.all_cells(bench.suite.make_arena(xp, chosen), save))
    if 'first' in parts:
        parts['first']()
    result['seconds'] = round(bench.elapsed(), 1)
    if bench.dead:
        result['dead'] = bench.dead
    save(result['cells'])
    print(report.markdown(result))
    wrong = [cell for cell in result['cells'] if 'us' not in cell['results'].get('cujit', {})]
    return 1 if wrong or bench.dead else 0


if __name__ == '__main__':
    sys.exit(main())
