"""cujit beside its peers on the same arrays in one process: `run` beside this finds what it needs and starts it.

    peers.py [--libraries DIR] [--output DIR] [--cases A,B] [--dtypes A,B] [--sizes 10,20] [--peers A,B]
             [--repeat N] [--limit SECONDS] [--parts cells,launch,first] [--host] [--list]

The table goes to stdout, progress to stderr, everything to peers.json in the output folder. docs/performance.md says
how it is measured.
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

from cells import CASES, DTYPES, SIZE_OF, SIZES
import report

HOST_SIZES = [1 << 10, 1 << 16, 1 << 20]
ALL_PEERS = ['cub', 'cupy', 'jiterator', 'torch', 'numba', 'triton']
PARTS = ['cells', 'launch', 'first']


def options():
    parser = argparse.ArgumentParser(description='cujit beside its peers on the same arrays in one process.')
    parser.add_argument('--libraries', default='.', help='where libcujit_peers.so and libcujit_peers_cub.so are')
    parser.add_argument('--output', default='.', help='where peers.json goes')
    parser.add_argument('--cases', default=','.join(CASES))
    parser.add_argument('--dtypes', default=','.join(DTYPES))
    parser.add_argument('--sizes', help='logarithms to base 2, even: 10,16,20,24,28')
    parser.add_argument('--peers', default=','.join(ALL_PEERS))
    parser.add_argument('--repeat', type=int, default=15, help='samples at 2^28; twice as many at 2^24, else 4 times')
    parser.add_argument('--limit', type=float, default=330, help='seconds; cells that would begin later are left out')
    parser.add_argument('--parts', default=','.join(PARTS))
    parser.add_argument('--host', action='store_true', help='cujit alone on the host device, with NumPy')
    parser.add_argument('--list', action='store_true', help='say what would be measured')
    chosen = parser.parse_args()
    for name, known in (('cases', CASES), ('dtypes', DTYPES), ('peers', ALL_PEERS), ('parts', PARTS)):
        words = [word for word in getattr(chosen, name).split(',') if word]
        for word in words:
            if word not in known:
                parser.error(f'--{name}: {word} is none of {", ".join(known)}')
        setattr(chosen, name, words)
    try:
        logarithms = [int(word) for word in chosen.sizes.split(',')] if chosen.sizes else None
    except ValueError:
        parser.error('--sizes: not a list of numbers')
    if logarithms and any(k % 2 or not 2 <= k <= 30 for k in logarithms):
        parser.error('--sizes: even numbers from 2 to 30')
    if chosen.repeat < 1:
        parser.error('--repeat: at least 1')
    chosen.sizes = [1 << k for k in logarithms] if logarithms else HOST_SIZES if chosen.host else SIZES
    return chosen


def cells_of(chosen):
    """(dtype, case, n) in the order of the run: inputs are made once a dtype, kernels once a case."""
    return [(DTYPES[dtype], CASES[case], n) for dtype in chosen.dtypes for case in chosen.cases
            if dtype in CASES[case].dtypes for n in chosen.sizes]


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
        self.began = time.monotonic()
        self.dead = None  # why the device can do no more

    def elapsed(self):
        return time.monotonic() - self.began

    def samples(self, n):
        return self.chosen.repeat * (1 if n >= 1 << 26 else 2 if n >= 1 << 22 else 4)

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
        label = min(ways, key=lambda name: statistics.median(samples[name]))
        return label, ways[label]

    def cell(self, dtype, case, n, arena):
        from cells import Cell
        cell = Cell(case, dtype, n, arena)
        found, runs = {}, {}
        for implementation in self.implementations:
            try:
                label, runs[implementation.name] = self.choose(self.ready(implementation, cell))
                found[implementation.name] = {'way': label} if label else {}
            except Exception as reason:  # a peer that fails in a cell is a finding
                found[implementation.name] = {'reason': first_line(reason), 'wrong': isinstance(reason, WrongResult)}
                self.check_alive(f'{implementation.name}, {dtype.name} {case.name} {n}: {first_line(reason)}')
        samples, in_time = self.clock.measure(runs, self.samples(n)) if not self.dead else ({}, True)
        for name, times in samples.items():
            quartiles = statistics.quantiles(times, n=4) if len(times) > 1 else times * 3
            us = statistics.median(times)
            found.setdefault(name, {}).update(us=us, low_us=quartiles[0], high_us=quartiles[2], samples=len(times))
            if name in runs:
                found[name]['gbps'] = cell.bytes / us * 1e-3
        nothing = found.pop('nothing', None)
        entry = {'case': case.name, 'dtype': dtype.name, 'n': n, 'bytes': cell.bytes, 'results': found}
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
        plan = cells_of(self.chosen)
        for number, (dtype, case, n) in enumerate(plan):
            if self.dead or self.elapsed() > self.chosen.limit:
                say(self.dead or f'{self.chosen.limit:g} s are over: {len(plan) - number} cells left out')
                break
            if dtype is not current:
                arena.randomize(dtype)
                current = dtype
            entries.append(self.cell(dtype, case, n, arena))
            say(f'{self.elapsed():5.0f} s  {number + 1}/{len(plan)}  {report.one_line(entries[-1])}')
            if n == self.chosen.sizes[-1]:
                save(entries)
        return entries


def describe_gpu(cupy):
    properties = cupy.cuda.runtime.getDeviceProperties(0)
    name = properties['name']
    version = cupy.cuda.runtime.runtimeGetVersion()
    found = {'device': name.decode() if isinstance(name, bytes) else name,
             'cuda': f'{version // 1000}.{version % 1000 // 10}', 'driver': ''}
    try:
        query = subprocess.run(['nvidia-smi', '--query-gpu=driver_version', '--format=csv,noheader'], check=True,
                               capture_output=True, text=True, timeout=30)
        found['driver'] = query.stdout.split('\n')[0].strip()
    except (OSError, subprocess.SubprocessError):
        pass
    return found


def set_up(chosen):
    """The array library, the clock, the implementations, and what is known of the machine."""
    from ours import Ours
    from clock import DeviceClock, HostClock
    if chosen.host:
        import numpy
        return numpy, HostClock(), [Ours(chosen.libraries, 'host')], {}, {'device': f'host, {platform.machine()}',
                                                                          'cuda': '', 'driver': ''}
    import cupy
    import others
    cupy.cuda.Device(0).use()
    cupy.zeros(1)  # the primary context is there, and everybody works in it
    peers, missing = others.find(chosen.libraries, cupy, chosen.peers)
    return cupy, DeviceClock(cupy), [Ours(chosen.libraries, 'cuda:0')] + peers, missing, describe_gpu(cupy)


def list_cells(chosen):
    for dtype, case, n in cells_of(chosen):
        print(f'{dtype.name:6} {case.name:14} 2^{n.bit_length() - 1:<3} {case.bytes(dtype, n):12d} bytes')
    print(f'{len(cells_of(chosen))} cells')


def main():
    from cells import Arena
    chosen = options()
    if chosen.list:
        return list_cells(chosen)
    xp, clock, implementations, missing, machine = set_up(chosen)
    bench = Bench(chosen, xp, clock, implementations)
    result = {
        'schema': 1,
        'date': datetime.datetime.now(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ'),
        **machine,
        'versions': {i.name: i.version() for i in implementations} | {'Python': platform.python_version()},
        'missing': missing,
        'repeat': chosen.repeat,
        'cells': [],
    }

    def save(entries):
        result['cells'] = entries
        temporary = os.path.join(chosen.output, 'peers.json.part')
        with open(temporary, 'w') as file:
            json.dump(result, file, indent=1)
            file.write('\n')
        os.replace(temporary, os.path.join(chosen.output, 'peers.json'))

    os.makedirs(chosen.output, exist_ok=True)
    for name, reason in missing.items():
        say(f'{name} is left out: {reason}')
    if 'launch' in chosen.parts and not chosen.host:
        import host_cost
        result['launch_us'] = host_cost.launches(xp, implementations)
    if 'cells' in chosen.parts:
        widest = max(max(SIZE_OF[DTYPES[name].source], SIZE_OF[DTYPES[name].target]) for name in chosen.dtypes)
        save(bench.all_cells(Arena(xp, max(chosen.sizes), widest), save))
    if 'first' in chosen.parts and not chosen.host and bench.elapsed() < 0.75 * chosen.limit and not bench.dead:
        import host_cost
        say('first kernels of fresh processes')
        keys = ['cujit'] + [key for key in ('cupy', 'jiterator') if any(key == i.key for i in implementations)]
        result['first_kernel_ms'] = host_cost.first_kernels(chosen.libraries, keys)
    result['seconds'] = round(bench.elapsed(), 1)
    if bench.dead:
        result['dead'] = bench.dead
    save(result['cells'])
    print(report.markdown(result))
    wrong = [cell for cell in result['cells'] if 'us' not in cell['results'].get('cujit', {})]
    return 1 if wrong or bench.dead else 0


if __name__ == '__main__':
    sys.exit(main())
