"""cujit's cache beside others: many processes that need the same kernels at once; none is cached, then all are.

    caches.py [--processes 64] [--kernels 50] [--caches host,ccache,sccache,cuda,cupy,triton] [--cxx g++] [--limit SECONDS]

On the host cujit with a C++ compiler, and that compiler behind ccache and sccache, which get the very sources and options
that cujit gave it (what they do not cache, the linking, each process does for itself). On a GPU cujit, CuPy and Triton.
What is not on the machine is left out and named. Every way has an empty cache of its own and its default settings; the
CUDA driver's cache is switched off.

A process says "ready" when its device, its modules and its arrays are there; then all begin at once. The time ends when
the last one has its last result. Compiles are counted where they happen: by a script in front of the C++ compiler, in
cujit's statistics, in CuPy's and Triton's function that compiles. Results are compared: numbers with what they must
be, objects with what the compiler makes without a cache.

`caches.py --child NAME KERNELS` is one of the processes.
"""
import argparse
import filecmp
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ELEMENTS = 1024
PROGRAM = 'cujit-bench-cold-kernels'


def last_line(text):
    return (text.strip().split('\n') or [''])[-1][:300]


# --- one process of CuPy or Triton -----------------------------------------------------------------------------------

def count_calls(owner, name):
    """A list that gets longer with each call of a function of a module or class."""
    calls, original = [], getattr(owner, name)

    def counting(*arguments, **named):
        calls.append(name)
        return original(*arguments, **named)
    setattr(owner, name, staticmethod(counting) if isinstance(vars(owner)[name], staticmethod) else counting)
    return calls


def start_cupy(x):
    import cupy
    within = '_compile_using_nvrtc_no_warning'  # what CuPy 14 calls in place of its public function
    calls = count_calls(cupy.cuda.compiler, within if hasattr(cupy.cuda.compiler, within) else 'compile_using_nvrtc')
    x = cupy.asarray(x)
    cupy.cuda.Device().synchronize()

    def use(k):
        return cupy.ElementwiseKernel('float32 a, float32 x', 'float32 z', f'z = a*x + {k}', f'cold_{k}')(2, x).get()
    return use, calls


def start_triton(x):
    import torch
    from triton.backends.nvidia.compiler import CUDABackend
    import triton_kernels
    calls = count_calls(CUDABackend, 'make_cubin')
    x = torch.from_numpy(x).cuda()
    z = torch.empty_like(x)
    torch.cuda.synchronize()

    def use(k):
        triton_kernels.plus[(1,)](2.0, x, z, ELEMENTS, ADDED=k, BLOCK=ELEMENTS)
        return z.cpu().numpy()
    return use, calls


def child(name, kernels):
    import numpy
    x = numpy.arange(ELEMENTS, dtype='float32')
    use, calls = {'CuPy': start_cupy, 'Triton': start_triton}[name](x)
    failed = wrong = 0
    print('ready', flush=True)
    sys.stdin.read()
    for k in range(kernels):
        try:
            wrong += not numpy.array_equal(use(k), 2 * x + k)
        except Exception as reason:  # a failure is a finding
            failed += 1
            print(f'{name}: {last_line(str(reason))}', file=sys.stderr)
    print(len(calls), failed, wrong, flush=True)


# --- the processes of a way ------------------------------------------------------------------------------------------

class Way:
    """A cache: what its processes are. `folder` is its own, and outlives its rounds."""
    FOREIGN = ('CUJIT_', 'CCACHE_', 'SCCACHE_', 'CUPY_', 'TRITON_')  # settings of whoever measures, but for where
    PLACES = ('CUJIT_NVRTC', 'CUJIT_LIBCUDA')  # things are

    def __init__(self, chosen, folder, kernels):
        self.chosen, self.folder, self.kernels = chosen, folder, kernels
        self.environment = {name: value for name, value in os.environ.items()
                            if name in self.PLACES or not name.startswith(self.FOREIGN)}
        self.environment.update(CUDA_CACHE_DISABLE='1', XDG_DATA_HOME=self.inside('data'))
        self.set_up(self.inside('cache'))

    def inside(self, name):
        path = os.path.join(self.folder, name)
        os.makedirs(path, mode=0o700, exist_ok=True)
        return path

    def compiled(self, counted):
        """How many kernels were compiled in the round that has just ended, of what its processes counted."""
        return counted

    def wrong(self, folder):
        """How many results of a process were wrong that it cannot see itself."""
        return 0

    def tear_down(self):
        pass

    def run(self, processes):
        """A round: {what was measured: value}, and what the processes said."""
        folders = [tempfile.mkdtemp(dir=self.inside('work')) for _ in range(processes)]
        (gate, opener), errors, late = os.pipe(), tempfile.TemporaryFile('w+'), []
        began = time.monotonic()
        children = [subprocess.Popen(self.command(), stdin=gate, stdout=subprocess.PIPE, stderr=errors, cwd=folder,
                                     env=self.environment, text=True) for folder in folders]
        os.close(gate)
        watch = threading.Timer(self.chosen.limit, lambda: [late.append(one.kill()) for one in children])
        watch.daemon = True
        watch.start()
        for one in children:
            one.stdout.readline()
        ready = time.monotonic()
        os.close(opener)  # now they begin
        lines = [one.stdout.readline().split() for one in children]
        done = time.monotonic()
        for one in children:
            one.communicate()
        watch.cancel()
        counts = [[int(word) for word in words] if len(words) == 3 else [0, self.kernels, 0] for words in lines]
        compiled, failed, wrong = (sum(column) for column in zip(*counts))
        wrong += sum(self.wrong(folder) for folder in folders)
        for folder in folders:
            shutil.rmtree(folder)
        errors.seek(0)
        said = errors.read() + (f'stopped after {self.chosen.limit:g} s\n' if late else '')
        return {'compiled': self.compiled(compiled), 'start': ready - began, 'wall': done - ready, 'failed': failed,
                'wrong': wrong}, said


class Cuda(Way):
    name = 'cujit, GPU'

    def set_up(self, cache):
        self.environment.update(CUJIT_DEVICE='cuda:0', CUJIT_CACHE_DIR=cache)

    def command(self):
        return [self.chosen.program, str(self.kernels)]


class Cupy(Way):
    name = 'CuPy'

    def set_up(self, cache):
        self.environment.update(CUPY_CACHE_DIR=cache, TRITON_CACHE_DIR=cache)

    def command(self):
        return [sys.executable, os.path.join(HERE, 'caches.py'), '--child', self.name, str(self.kernels)]


class Triton(Cupy):
    name = 'Triton'


# --- behind a C++ compiler -------------------------------------------------------------------------------------------

# Says of each run what it was for: ccache and sccache have the compiler preprocess and tell its version, too.
COUNTING = """#!/bin/sh
kind=other
for word in "$@"; do
    case $word in
        -E) kind=preprocessed && break ;;
        -c | -shared) kind=compiled ;;
    esac
done
echo "$kind" >>{place}
exec {cxx} "$@"
"""

# Keeps what the compiler is given.
KEEPING = """#!/bin/sh
folder=$(mktemp -d {place}/XXXXXX) || exit 1
printf '%s\\0' "$@" >"$folder/arguments"
cat >"$folder/unit.cpp"
exec {cxx} "$@" <"$folder/unit.cpp"
"""


class Host(Way):
    name = 'cujit, host'

    def set_up(self, cache):
        self.cxx, self.log = self.find(self.chosen.cxx), os.path.join(self.folder, 'log')
        self.counting = self.wrap(COUNTING, self.log)
        self.environment.update(CUJIT_DEVICE='host', CUJIT_CACHE_DIR=cache, CUJIT_HOST_CXX=self.counting)

    def find(self, program):
        path = shutil.which(program)
        if path is None:
            raise RuntimeError(f'{program} is not on the PATH')
        return path

    def write(self, path, text):
        with open(path, 'w') as file:
            file.write(text)
        os.chmod(path, 0o755)
        return path

    def wrap(self, text, place):
        """A script of the compiler's name, by which ccache and sccache know its kind."""
        path = os.path.join(tempfile.mkdtemp(dir=self.inside('bin')), os.path.basename(self.cxx))
        return self.write(path, text.format(place=shlex.quote(place), cxx=shlex.quote(self.cxx)))

    def compiled(self, counted):
        with open(self.log, 'a+') as file:
            file.seek(0)
            count = file.read().split().count('compiled')
            file.truncate(0)
        return count

    def command(self):
        return [self.chosen.program, str(self.kernels)]


def split(arguments):
    """What cujit has the compiler do at once, as compiling and linking: options, and those around the object."""
    kept = [word for k, word in enumerate(arguments) if '-o' not in arguments[max(k - 1, 0):k + 1]]
    place = kept.index('-')  # the source

    def is_linking(word):
        return word.startswith(('-Wl,', '-l')) or word in ('-shared', '-nostartfiles', '-nodefaultlibs')
    compiling = [word for word in kept if not is_linking(word) and word != '-']
    return compiling, [word for word in kept[:place] if is_linking(word)], kept[place + 1:]


class Ccache(Host):
    """A shell script that compiles and links what cujit compiled in a process of its own."""
    name = 'ccache'

    def set_up(self, cache):
        super().set_up(self.inside('kept'))
        self.cache = self.find(self.name)
        self.units, self.right = self.keep(), self.inside('right')
        self.environment.update(CCACHE_DIR=cache, SCCACHE_DIR=cache)
        self.script = self.write(os.path.join(self.folder, 'behind.sh'), self.text([self.cache]))
        alone = self.write(os.path.join(self.folder, 'alone.sh'), self.text([]))
        self.once([alone], cwd=self.right)
        self.compiled(0)

    def once(self, command, **more):
        subprocess.run(command, check=True, timeout=self.chosen.limit, stdin=subprocess.DEVNULL, capture_output=True,
                       **{'env': self.environment, **more})

    def keep(self):
        """Folders with the sources and options of all kernels."""
        units = self.inside('units')
        keeping = dict(self.environment, CUJIT_HOST_CXX=self.wrap(KEEPING, units))
        self.once([self.chosen.program, str(self.kernels)], env=keeping)
        return sorted(os.path.join(units, name) for name in os.listdir(units))

    def text(self, prefix):
        lines = ['#!/bin/sh', 'failed=0', 'echo ready', 'cat']
        for k, unit in enumerate(self.units):
            with open(os.path.join(unit, 'arguments')) as file:
                compiling, before, behind = split(file.read().split('\0')[:-1])
            compiling += ['-c', os.path.join(unit, 'unit.cpp'), '-o', f'{k}.o']
            linking = [self.cxx, *before, f'{k}.o', *behind, '-o', f'{k}.so']
            lines.append(f'{shlex.join([*prefix, self.counting, *compiling])} && {shlex.join(linking)} ||'
                         ' failed=$((failed + 1))')
        return '\n'.join([*lines, 'echo 0 $failed 0', ''])

    def command(self):
        return [self.script]

    def wrong(self, folder):
        names = [name for name in os.listdir(folder) if name.endswith('.so')]
        same, _, _ = filecmp.cmpfiles(folder, self.right, names, shallow=False)
        return len(names) - len(same)


class Sccache(Ccache):
    """Its server runs before a round begins."""
    name = 'sccache'

    def set_up(self, cache):
        with socket.socket() as probe:
            probe.bind(('127.0.0.1', 0))
            port = probe.getsockname()[1]
        super().set_up(cache)
        self.environment.update(SCCACHE_SERVER_PORT=str(port), SCCACHE_IDLE_TIMEOUT='0')
        self.once([self.cache, '--start-server'])

    def tear_down(self):
        self.once([self.cache, '--stop-server'])


# --- all of them -----------------------------------------------------------------------------------------------------

WAYS = {'host': Host, 'ccache': Ccache, 'sccache': Sccache, 'cuda': Cuda, 'cupy': Cupy, 'triton': Triton}


def find_program():
    root = os.path.dirname(os.path.dirname(HERE))
    folders = [os.environ.get('CUJIT_PEERS_LIBRARIES', ''),
               *(os.path.join(root, *part.split('/'), 'bench') for part in ('bin', 'build/bundle-build', 'build/dev'))]
    return next((os.path.join(folder, PROGRAM) for folder in folders if os.path.exists(os.path.join(folder, PROGRAM))), None)


def options():
    parser = argparse.ArgumentParser(description='Many processes that need the same kernels at once.')
    parser.add_argument('--processes', type=int, default=64)
    parser.add_argument('--kernels', type=int, default=50)
    parser.add_argument('--caches', default=','.join(WAYS), help='default: all that are there')
    parser.add_argument('--cxx', default='g++', help='the C++ compiler')
    parser.add_argument('--limit', type=float, default=900, help='seconds for a round')
    parser.add_argument('--program', default=find_program(), help=f'where {PROGRAM} is')
    chosen = parser.parse_args()
    chosen.caches = [word for word in chosen.caches.split(',') if word]
    for word in chosen.caches:
        if word not in WAYS:
            parser.error(f'--caches: {word} is none of {", ".join(WAYS)}')
    if chosen.processes < 1 or chosen.kernels < 1 or chosen.limit <= 0:
        parser.error('--processes, --kernels and --limit: more than 0')
    if chosen.program is None:
        parser.error(f'{PROGRAM} is not there: sh tools/dev bundle makes it')
    chosen.program = os.path.abspath(chosen.program)
    return chosen


def rounds(way, names, processes):
    try:
        for name in names:
            yield name, *way.run(processes)
    finally:
        way.tear_down()


def set_up(key, chosen, folder):
    """A way, if one process gets one kernel by it; raises where not."""
    (_, found, said), = rounds(WAYS[key](chosen, os.path.join(folder, 'probe'), 1), ['probe'], 1)
    if found['failed']:
        raise RuntimeError(last_line(said) or 'it does not run')
    return WAYS[key](chosen, os.path.join(folder, 'measured'), chosen.kernels)


def measure(key, chosen):
    """Prints the rounds of a way. True: nothing failed and nothing was wrong, or it is not there."""
    good = True
    with tempfile.TemporaryDirectory() as folder:
        try:
            way = set_up(key, chosen, folder)
        except (RuntimeError, OSError, subprocess.SubprocessError) as reason:
            print(f'{WAYS[key].name} is left out: {reason}', file=sys.stderr, flush=True)
            return good
        for name, found, said in rounds(way, ['none cached', 'all cached'], chosen.processes):
            print(f'| {way.name} | {name} | {found["compiled"]} | {found["start"]:.2f} | {found["wall"]:.2f} | '
                  f'{found["failed"]} | {found["wrong"]} |', flush=True)
            for line in sorted(set(said.split('\n')) - {''})[:5]:
                print(line[:300], file=sys.stderr)
            good = good and not found['failed'] and not found['wrong']
    return good


def main():
    if sys.argv[1:2] == ['--child']:
        return child(sys.argv[2], int(sys.argv[3]))
    chosen = options()
    print(f'{chosen.processes} processes, each the same {chosen.kernels} kernels; {len(os.sched_getaffinity(0))} processors, '
          f'load {os.getloadavg()[0]:.1f} before; {time.strftime("%Y-%m-%d")}\n\n'
          '| cache | | compiled | start-up, s | until all have all, s | failed | wrong |\n'
          '| --- | --- | ---: | ---: | ---: | ---: | ---: |', flush=True)
    good = {key: measure(key, chosen) for key in chosen.caches}
    return 0 if good.get('host', True) and good.get('cuda', True) else 1


if __name__ == '__main__':
    sys.exit(main())
