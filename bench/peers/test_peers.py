"""Tests of the harness without a GPU: `check` starts them. With NumPy, cujit runs on the host device."""
import importlib.util
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock

import caches
import cells
from clock import DeviceClock
import folds
import host_cost
import peers
import report
import texts

HERE = os.path.dirname(os.path.abspath(__file__))
HAS_NUMPY = importlib.util.find_spec('numpy') is not None


def run(*words):
    return subprocess.run(['sh', os.path.join(HERE, 'run'), *words], capture_output=True, text=True,
                          env=dict(os.environ, CUJIT_PEERS_PYTHON=sys.executable))


def made_up():
    """What a run might write: one cell where ours is ahead, one where it is behind, one where things are wrong."""
    def cell(case, dtype, n, **results):
        found = {name.replace('_', ' '): ({'us': value, 'gbps': 1e3 / value, 'samples': 15} if value else
                                          {'reason': 'deviation 3', 'wrong': True}) for name, value in results.items()}
        return report.rank({'case': case, 'dtype': dtype, 'n': n, 'bytes': 1, 'results': found})

    return {'schema': 1, 'date': '2026-01-02T03:04:05Z', 'device': 'a GPU', 'driver': '1', 'cuda': '13.0',
            'versions': {'cujit': '0.1.0', 'A peer': '2'}, 'missing': {'Another': 'ImportError'}, 'repeat': 15,
            'launch_us': {'cujit': 2.5}, 'first_kernel_ms': {'cujit': {'cold': 47.0, 'warm': 0.2},
                                                             'cupy': {'reason': 'failed'}},
            'cells': [cell('axpby', 'f32', 1 << 10, cujit=2.0, A_peer=3.0),
                      cell('axpby', 'f32', 1 << 20, cujit=4.0, A_peer=3.9),
                      cell('copy', 'i8', 1 << 10, cujit=4.0, A_peer=3.0),
                      cell('copy', 'i8', 1 << 20, cujit=None, A_peer=3.0)]}


def made_up_folds():
    """The same of reductions and scans: matrices too, and sums that are and are not as fast as they must be."""
    def cell(case, dtype, n, gbps, peer_gbps, **more):
        found = {name: {'us': 1e3 / speed, 'gbps': speed, 'samples': 15}
                 for name, speed in (('cujit', gbps), ('CUB', peer_gbps))}
        return report.rank({'case': case, 'dtype': dtype, 'n': n, 'bytes': 1, 'results': found, **more})

    result = made_up()
    result.update(suite='reductions', first_kernel_ms={'cujit-sum': {'cold': 47.0, 'warm': 0.2}})
    result['cells'] = [cell('sum', 'f32', 1 << 28, 4400.0, 4300.0), cell('sum', 'f64', 1 << 28, 4399.0, 4500.0),
                       cell('sum', 'f16', 1 << 10, 1.5, 1.0),
                       cell('rows', 'i8', 1 << 28, 4000.0, 2000.0, shape=[1 << 20, 256]),
                       cell('rows', 'i8', 1 << 28, 3900.0, 2000.0, shape=[256, 1 << 20])]
    return result


class FakeDevice:
    """As much of CuPy as the clock needs, in made-up microseconds: what is queued runs behind what was before."""

    def __init__(self):
        fake = self
        fake.now = fake.idle_at = 0.0

        class Event:
            def __init__(self, disable_timing=False):
                self.at = None

            def record(self):
                self.at = fake.idle_at = max(fake.now, fake.idle_at)

            @property
            def done(self):
                return fake.now >= self.at

        class Device:
            def synchronize(self):
                fake.now = max(fake.now, fake.idle_at)

        self.cuda = self
        self.Event, self.Device = Event, Device

    def RawKernel(self, source, name):
        return lambda grid, block, arguments: self.call(0, arguments[0] / 1e3)

    def get_elapsed_time(self, before, after):
        return (after.at - before.at) / 1e3

    def call(self, host_us, device_us):
        """A call that keeps the host and the device for that long."""
        self.now += host_us
        self.idle_at = max(self.now, self.idle_at) + device_us


class Clock(unittest.TestCase):
    def measure(self, *runs):
        device = FakeDevice()
        calls = {f'{k}': lambda run=run: run(device) for k, run in enumerate(runs)}
        samples, in_time = DeviceClock(device).measure(calls, 5)
        self.assertEqual(len(runs) + 1, len(samples))
        return [[round(us, 3) for us in samples[f'{k}']] for k in range(len(runs))], in_time

    def test_what_the_host_does_is_not_in_it(self):
        self.assertEqual(([[3.0] * 5, [200.0] * 5], True),
                         self.measure(lambda device: device.call(100, 3), lambda device: device.call(7, 200)))

    def test_a_slow_host_makes_it_spin_longer(self):
        self.assertEqual(([[3.0] * 5, [5.0] * 5], True),
                         self.measure(lambda device: device.call(6000, 3), lambda device: device.call(1, 5)))

    def test_a_call_that_waits_is_said_to(self):
        def waiting(device):
            device.call(1, 3)
            device.Device().synchronize()

        samples, in_time = self.measure(waiting, lambda device: device.call(1, 5))
        self.assertFalse(in_time)
        self.assertEqual([5.0] * 5, samples[1])


class FakeClock:
    """Every call takes as long as it says."""

    def __init__(self):
        self.calls = []

    def measure(self, runs, count):
        self.calls.append((sorted(runs), count))
        return {name: [us] * count for name, us in runs.items()}, True


class SlowOnes(unittest.TestCase):
    def measure(self, **runs):
        bench = peers.Bench.__new__(peers.Bench)
        bench.clock = FakeClock()
        samples, in_time = bench.measure(runs, 15)
        self.assertTrue(in_time)
        return {name: len(times) for name, times in samples.items()}, bench.clock.calls[1:]

    def test_they_are_measured_apart_and_seldom(self):
        self.assertEqual(({'fast': 15, 'slow': 3}, [(['fast'], 15), (['slow'], 3)]),
                         self.measure(fast=10.0, slow=200_000.0))

    def test_without_them_all_are_measured_together(self):
        self.assertEqual(({'one': 15, 'two': 15}, [(['one', 'two'], 15)]), self.measure(one=10.0, two=11.0))


class Options(unittest.TestCase):
    def test_all_cells_are_listed(self):
        expected = 5 * (4 + 2 + 8 * 5)  # fill in four types, Black-Scholes in two, the others in five
        self.assertIn(f'{expected} cells', run('--list').stdout)
        expected = 4 * (4 * 4 + 2 * 3)  # four cases of four sizes and two of three shapes, in four types
        self.assertIn(f'{expected} cells', run('--list', '--suite', 'reductions').stdout)
        for suite, expected in (('expressions', 13 * 3), ('rows', 3 * 2 * 6), ('short', 3 * 2 * 10)):
            self.assertIn(f'{expected} cells', run('--list', '--suite', suite).stdout)

    def test_filters_of_rows(self):
        output = run('--list', '--suite', 'short', '--cases', 'sum', '--dtypes', 'f32,f64', '--lengths', '3').stdout
        self.assertEqual(['f32    sum            89478485 x 3   1431655760 bytes',
                          'f64    sum            89478485 x 3   2863311520 bytes', '2 cells'], output.strip().split('\n'))

    def test_filters_of_reductions(self):
        output = run('--list', '--suite', 'reductions', '--cases', 'dot,rows,argmax', '--dtypes', 'i8', '--sizes',
                     '10,28').stdout
        self.assertEqual(['i8     dot            2^10          2056 bytes',
                          'i8     dot            2^28     536870920 bytes',
                          'i8     rows           2^20 x 2^8    276824064 bytes',
                          'i8     rows           2^14 x 2^14    268566528 bytes',
                          'i8     rows           2^8 x 2^20    268437504 bytes',
                          'i8     argmax         2^10          1032 bytes',
                          'i8     argmax         2^28     268435464 bytes', '7 cells'], output.strip().split('\n'))

    def test_filters(self):
        output = run('--list', '--cases', 'axpby,fill', '--dtypes', 'mixed', '--sizes', '10,28').stdout
        self.assertEqual(['mixed  axpby          2^10          6144 bytes',
                          'mixed  axpby          2^28    1610612736 bytes', '2 cells'], output.strip().split('\n'))

    def test_bad_options(self):
        for words in (['--cases', 'axpbz'], ['--dtypes', 'f31'], ['--sizes', '11'], ['--sizes', 'x'],
                      ['--peers', 'none'], ['--repeat', '0'], ['--lengths', '0'], ['--lengths', 'x'], ['--parts', 'all'], ['--nonsense']):
            found = run('--list', *words)
            self.assertEqual(2, found.returncode, words)
            self.assertIn(words[0], found.stderr)
        for words in (['--cases', 'axpby'], ['--dtypes', 'mixed'], ['--peers', 'triton']):  # of the other suite
            found = run('--list', '--suite', 'reductions', *words)
            self.assertEqual(2, found.returncode, words)
            self.assertIn(words[0], found.stderr)
        self.assertEqual(2, run('--list', '--suite', 'sorts').returncode)


class Machine(unittest.TestCase):
    def test_cuda_is_the_drivers(self):
        runtime = types.SimpleNamespace(getDeviceProperties=lambda _: {'name': b'a GPU'},
                                        runtimeGetVersion=lambda: 13020, driverGetVersion=lambda: 13000)
        found = peers.describe_gpu(types.SimpleNamespace(cuda=types.SimpleNamespace(runtime=runtime)))
        self.assertEqual((found['device'], found['cuda']), ('a GPU', '13.0'))


class Report(unittest.TestCase):
    def test_ranks(self):
        first, second, third, fourth = made_up()['cells']
        self.assertEqual(('cujit', 'A peer', 1.5), (first['best'], first['best_peer'], first['ratio']))
        self.assertEqual('A peer', second['best'])
        self.assertEqual([False, True, True, False], [report.is_slower(c) for c in (first, second, third, fourth)])
        self.assertIsNone(fourth['ratio'])

    def test_markdown(self):
        text = report.markdown(made_up())
        self.assertIn('| axpby | f32 | 2^10 | 500 | **2** | 3 | 1.50 |', text)
        self.assertIn('| copy | i8 | 2^20 | **wrong** | **wrong** | **3** | - |', text)
        self.assertIn('in 1 of 3 cells', text)
        self.assertIn('- copy i8 2^10: 0.750 of A peer (4.00 us, 3.00 us)\n- axpby f32 2^20: 0.975', text)
        self.assertIn('- cujit, copy i8 2^20: deviation 3', text)
        self.assertIn('Another is left out: ImportError.', text)
        self.assertIn('| CuPy ElementwiseKernel | - | - |', text)

    def test_markdown_of_reductions(self):
        text = report.markdown(made_up_folds())
        self.assertIn('| rows | i8 | 2^20 x 2^8 | 4000 | **0.25** | 0.5 | 2.00 |', text)
        self.assertIn('| sum | 3 | 2 |\n| rows | 2 | 2 |', text)
        self.assertIn('| f32 | 4.400 | 4.35 | reached |\n| f64 | 4.399 | 4.40 | missed |', text)
        self.assertNotIn('| f16 | 0.001', text)  # not 2^28
        self.assertIn('in 4 of 5 cells', text)
        self.assertIn('- sum f64 2^28: 0.978 of CUB', text)
        self.assertIn('| one launch of a sum, on the host | us |', text)
        self.assertIn('| first reduction of a process |', text)

    def check_document(self, result, mark, heading, plotted):
        with tempfile.TemporaryDirectory() as folder:
            path, data = os.path.join(folder, 'figures.md'), os.path.join(folder, 'peers.json')
            with open(data, 'w') as file:
                json.dump(result, file)
            others = '<!-- others: begin -->\nstays\n<!-- others: end -->'
            with open(path, 'w') as file:
                file.write(f'before\n\n<!-- {mark}: begin -->\nold\n<!-- {mark}: end -->\n{others}\nafter\n')
            for _ in range(2):  # the second time replaces what the first wrote
                subprocess.run([sys.executable, os.path.join(HERE, 'report.py'), data, path], check=True,
                               stderr=subprocess.DEVNULL)
                with open(path) as file:
                    text = file.read()
                self.assertTrue(text.startswith('before\n') and text.endswith(f'{others}\nafter\n'))
                self.assertNotIn('old', text)
                self.assertEqual(1, text.count(heading))
            if shutil.which('gnuplot'):
                self.assertIn(f'![{plotted}](figures/{plotted}.svg)', text)
                with open(os.path.join(folder, 'figures', plotted + '.svg')) as file:
                    self.assertIn('</svg>', file.read())

    def test_document(self):
        self.check_document(made_up(), 'figures', '### axpby: z = a\\*x + b\\*y', 'axpby')

    def test_document_of_reductions(self):
        self.check_document(made_up_folds(), 'reductions', '### rows: the sums of the rows', 'rows')

    def test_document_without_marks_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'figures.md')
            with open(path, 'w') as file:
                file.write('nothing')
            with self.assertRaises(SystemExit):
                report.write_document(made_up(), path)
            with open(path) as file:
                self.assertEqual('nothing', file.read())


@unittest.skipUnless(HAS_NUMPY, 'NumPy is not installed')
class Cells(unittest.TestCase):
    """Is a wrong result seen as one?"""

    def setUp(self):
        import numpy
        self.arena = cells.Arena(numpy, 1 << 10, 8)

    def each(self):
        for dtype in cells.DTYPES.values():
            self.arena.randomize(dtype)
            for case in cells.CASES.values():
                if dtype.name in case.dtypes:
                    yield cells.Cell(case, dtype, 1 << 10, self.arena)

    def test_right_results_pass_and_wrong_ones_do_not(self):
        for cell in self.each():
            what = cell.case.name, cell.dtype.name
            cell.poison()
            self.assertGreater(cell.error(cell.outputs), cell.tolerance(), what)
            exact = cell.reference(slice(None), cell.outputs[0].shape)
            for output, values in zip(cell.outputs, exact):
                output[...] = values.astype(output.dtype)
            self.assertLessEqual(cell.error(cell.outputs), cell.tolerance(), what)
            last = cell.outputs[-1].reshape(-1)
            last[-1] += 1
            self.assertGreater(cell.error(cell.outputs), cell.tolerance(), what)
            last[-1] -= 1
            if cell.form != 'fill':
                cell.outputs[0][...] = numpy_roll(cell.outputs[0])
                self.assertGreater(cell.error(cell.outputs), cell.tolerance(), what)

    def test_wrong_type_or_shape(self):
        for cell in self.each():
            for output in cell.outputs:
                output[...] = 0
            self.assertEqual(math.inf, cell.error([output[:-1] for output in cell.outputs]))
            self.assertEqual(math.inf, cell.error([output.astype('int32') for output in cell.outputs]))

    def test_arrays_do_not_overlap(self):
        import numpy
        for cell in self.each():
            for output in cell.outputs:
                for other in cell.inputs:
                    self.assertFalse(numpy.shares_memory(output, other))


@unittest.skipUnless(HAS_NUMPY, 'NumPy is not installed')
class TextCells(unittest.TestCase):
    """Is a wrong result of an expression seen as one?"""

    def each(self, suite, **more):
        import numpy
        chosen = types.SimpleNamespace(dtypes=['f32', 'f64'], cases=list(suite.CASES), sizes=[1 << 12], host=True, **more)
        arena, current = suite.make_arena(numpy, chosen), None
        for dtype, case, shape in suite.plan(chosen):
            if dtype is not current:
                arena.randomize(dtype)
                current = dtype
            yield suite.Cell(case, dtype, shape, arena)

    def test_right_results_pass_and_wrong_ones_do_not(self):
        import numpy
        for suite in (texts.expressions, texts.rows, texts.short):
            for cell in self.each(suite, lengths=[4, 8]):
                what = cell.case.name, cell.dtype.name, cell.shape
                cell.poison()
                self.assertGreater(cell.error(cell.outputs), cell.tolerance(), what)
                exact = cell.reference(slice(0, cell.shape[0]), None)
                for output, values in zip(cell.outputs, exact):
                    output[...] = numpy.asarray(values).astype(output.dtype)
                self.assertLessEqual(cell.error(cell.outputs), cell.tolerance(), what)
                if cell.form != 'total':
                    cell.outputs[0][...] = numpy.roll(cell.outputs[0], 1)
                    self.assertGreater(cell.error(cell.outputs), cell.tolerance(), what)

    def test_rows_of_nearly_equal_elements(self):
        """Their mean is rounded, and that weighs; but what leaves out the epsilon, or has another one, is wrong."""
        import numpy
        for cell in self.each(texts.short, lengths=[2, 3, 5]):
            if cell.case.name != 'layer_norm' or cell.dtype.name != 'f32':
                continue
            x, w, b = (cell.inputs[name] for name in 'xwb')
            x[...] = x[:, :1] * (1 + numpy.random.default_rng(1).integers(0, 9, x.shape).astype('float32') * 2.0**-20)

            def norm(epsilon, x=x, w=w, b=b):
                mean = x.mean(-1, keepdims=True, dtype='float32')
                variance = ((x - mean)**2).mean(-1, keepdims=True, dtype='float32')
                return (x - mean) / numpy.sqrt(variance + numpy.float32(epsilon)) * w + b

            cell.outputs[0][...] = norm(1e-5)
            self.assertLessEqual(cell.error(cell.outputs), cell.tolerance(), cell.shape)
            cell.outputs[0][...] += 0.01
            self.assertGreater(cell.error(cell.outputs), cell.tolerance(), cell.shape)
            for epsilon in (1e-12, 1e-3):
                x[...] = x[:, :1] + numpy.arange(x.shape[1], dtype='float32') / 256
                cell.outputs[0][...] = norm(epsilon)
                self.assertGreater(cell.error(cell.outputs), cell.tolerance(), (cell.shape, epsilon))

    def test_c(self):
        where, prices = texts.EXPRESSIONS['where'], texts.EXPRESSIONS['logistic']
        self.assertEqual('z[i] = ((x > y) ? (x * x - y) : (y * y + x));', texts.c_of(where, cells.DTYPES['f32'], '{}[i]'))
        self.assertIn('const float s = 0.25f * sqrtf(2 * t); ', texts.c_of(prices, cells.DTYPES['f32']))
        self.assertIn('const double s = 0.25 * sqrt(2 * t); ', texts.c_of(prices, cells.DTYPES['f64']))


class FirstKernels(unittest.TestCase):
    def test_each_process_of_whichever_peer_has_empty_caches_and_not_the_drivers(self):
        seen = []

        def run(command, env, **_):
            folders = {env[name] for name in ('CUPY_CACHE_DIR', 'PYTORCH_KERNEL_CACHE_PATH', 'CUJIT_CACHE_DIR')}
            seen.append((command[2], *folders, env['CUDA_CACHE_DISABLE']))
            return types.SimpleNamespace(stdout='0.5\n')

        with unittest.mock.patch.object(host_cost.subprocess, 'run', run):
            found = host_cost.first_kernels('here', list(host_cost.FIRST))
        self.assertEqual({key: {'cold': 500.0, 'warm': 500.0} for key in host_cost.FIRST}, found)
        self.assertEqual(2 * host_cost.RUNS * len(host_cost.FIRST), len(seen))
        self.assertEqual(len(seen) // 2, len({folder for _, folder, _ in seen}))
        self.assertEqual({'1'}, {disabled for _, _, disabled in seen})


FAKE_CUPY = {'cupy/__init__.py': """
import types
from numpy import asarray
from . import compiler
cuda = types.SimpleNamespace(compiler=compiler, Device=lambda: types.SimpleNamespace(synchronize=lambda: None))

class ElementwiseKernel:
    def __init__(self, inputs, outputs, operation, name):
        self.added = int(operation.split('+')[1])

    def __call__(self, a, x):
        compiler.compile_using_nvrtc(self.added)
        z = a * x + self.added + (self.added == 3)
        return types.SimpleNamespace(get=lambda: z)
""", 'cupy/compiler.py': """
def compile_using_nvrtc(k):
    if k == 2:
        raise RuntimeError('refused')
"""}

FAKE_TRITON = {'torch/__init__.py': """
import types
cuda = types.SimpleNamespace(synchronize=lambda: None)

class Tensor:
    def __init__(self, values):
        self.values = values

    def cuda(self):
        return self

    cpu = cuda

    def numpy(self):
        return self.values

from_numpy = Tensor

def empty_like(x):
    return Tensor(x.values.copy())
""", 'triton/__init__.py': """
class jit:
    def __init__(self, function):
        pass

    def __getitem__(self, grid):
        from triton.backends.nvidia.compiler import CUDABackend

        def run(a, x, z, n, ADDED, BLOCK):
            CUDABackend().make_cubin(ADDED)
            z.values[:] = a * x.values + ADDED + (ADDED == 3)
        return run
""", 'triton/language.py': 'constexpr = None', 'triton/backends/nvidia/compiler.py': """
class CUDABackend:
    def make_cubin(self, k):
        if k == 2:
            raise RuntimeError('refused')
"""}


class Caches(unittest.TestCase):
    """Many processes that need the same kernels, on the host."""
    PROGRAM = os.path.join(os.environ['CUJIT_PEERS_LIBRARIES'], caches.PROGRAM)

    def measure(self, *words):
        return subprocess.run([sys.executable, os.path.join(HERE, 'caches.py'), '--program', self.PROGRAM, *words],
                              capture_output=True, text=True)

    @unittest.skipUnless(shutil.which('g++'), 'there is no g++')
    def test_each_kernel_is_compiled_once(self):
        found = self.measure('--processes', '3', '--kernels', '2', '--caches', 'host,ccache')
        self.assertEqual(0, found.returncode, found.stderr)
        self.assertRegex(found.stdout, r'\| cujit, host \| none cached \| 2 \| [0-9.]+ \| [0-9.]+ \| 0 \| 0 \|')
        self.assertRegex(found.stdout, r'\| cujit, host \| all cached \| 0 \| [0-9.]+ \| [0-9.]+ \| 0 \| 0 \|')
        if shutil.which('ccache'):
            self.assertRegex(found.stdout, r'\| ccache \| none cached \| [2-6] \| [0-9.]+ \| [0-9.]+ \| 0 \| 0 \|')
            self.assertRegex(found.stdout, r'\| ccache \| all cached \| 0 \| [0-9.]+ \| [0-9.]+ \| 0 \| 0 \|')

    def test_what_is_not_there_is_named(self):
        found = self.measure('--processes', '1', '--kernels', '1', '--caches', 'host,ccache', '--cxx', 'no-compiler')
        self.assertEqual(0, found.returncode)
        self.assertIn('cujit, host is left out: no-compiler is not on the PATH', found.stderr)
        self.assertIn('ccache is left out: no-compiler is not on the PATH', found.stderr)
        self.assertNotIn('none cached', found.stdout)

    def test_wrong_options(self):
        for words, said in ((['--caches', 'nothing'], 'nothing is none of'), (['--kernels', '0'], 'more than 0'),
                            (['--processes', 'x'], 'invalid int')):
            found = self.measure(*words)
            self.assertEqual(2, found.returncode)
            self.assertIn(said, found.stderr)

    def test_compiling_and_linking_are_told_apart(self):
        self.assertEqual((['-x', 'c++', '-O3'], ['-Wl,-s', '-shared'], ['-Wl,--as-needed', '-lm']),
                         caches.split(['-x', 'c++', '-O3', '-Wl,-s', '-o', '/a/unit.so', '-shared', '-', '-Wl,--as-needed',
                                       '-lm']))

    @unittest.skipUnless(HAS_NUMPY, 'NumPy is not installed')
    def test_processes_of_peers(self):
        """With as much of CuPy, PyTorch and Triton as they need; the third kernel of each fails."""
        for name, folder in (('CuPy', FAKE_CUPY), ('Triton', FAKE_TRITON)):
            with tempfile.TemporaryDirectory() as place:
                for path, text in folder.items():
                    os.makedirs(os.path.dirname(os.path.join(place, path)), exist_ok=True)
                    with open(os.path.join(place, path), 'w') as file:
                        file.write(text)
                found = subprocess.run([sys.executable, os.path.join(HERE, 'caches.py'), '--child', name, '4'], input='',
                                       capture_output=True, text=True, env=dict(os.environ, PYTHONPATH=place))
            self.assertEqual(('ready\n4 1 1\n', f'{name}: refused\n'), (found.stdout, found.stderr))

    def test_calls_are_counted(self):
        class Compiler:
            def method(self, text):
                return text + text

            @staticmethod
            def function(text):
                return text

        for name, expected in (('method', 'xx'), ('function', 'x')):
            calls = caches.count_calls(Compiler, name)
            self.assertEqual(expected, getattr(Compiler(), name)('x'))
            self.assertEqual([name], calls)


def numpy_roll(array):
    import numpy
    return numpy.roll(array.reshape(-1), 1).reshape(array.shape)


@unittest.skipUnless(HAS_NUMPY, 'NumPy is not installed')
class FoldCells(unittest.TestCase):
    """Is a wrong result of a reduction seen as one?"""

    def setUp(self):
        import numpy
        self.chosen = types.SimpleNamespace(dtypes=list(folds.DTYPES), cases=list(folds.CASES), sizes=[1 << 12])
        self.arena = folds.Arena(numpy, self.chosen)

    def each(self):
        current = None
        for dtype, case, shape in folds.plan(self.chosen):
            if dtype is not current:
                self.arena.randomize(dtype)
                current = dtype
            yield folds.Cell(case, dtype, shape, self.arena)

    def expected(self, cell):
        """By other means than the cell's own: Python's whole numbers, of sixteenths."""
        scale = 16 if cell.dtype.floating else 1
        x = [(array.astype('float64') * scale).astype('int64') for array in cell.inputs]
        if cell.form == 'argmax':
            flat = x[0].tolist()
            return flat.index(max(flat))
        if cell.form == 'dot':
            return sum(a * b for a, b in zip(*map(list, map(type(x[0]).tolist, x)))) / scale ** 2
        if cell.form == 'scan':
            sums, total = [], 0
            for value in x[0].tolist():
                total += value
                sums.append(total / scale if cell.dtype.floating else (total + 128) % 256 - 128)
            return sums
        lines = x[0] if cell.axis == 1 else x[0].T if cell.axis == 0 else x[0].reshape(1, -1)
        sums = [sum(line) / scale for line in lines.tolist()]
        return sums if cell.axis is not None else sums[0]

    def test_right_results_pass_and_wrong_ones_do_not(self):
        import numpy
        for cell in self.each():
            what = cell.case.name, cell.dtype.name, cell.shape
            cell.poison()
            output = cell.outputs[0]
            self.assertGreater(cell.error(cell.outputs), cell.tolerance(), what)
            output[...] = numpy.asarray(self.expected(cell), 'float64')
            self.assertLessEqual(cell.error(cell.outputs), cell.tolerance(), what)
            last = output.reshape(-1)[-1:]
            for change in (1, -1):
                right = last.copy()
                last += last.dtype.type(change)
                self.assertGreater(cell.error(cell.outputs), cell.tolerance(), what)
                last[...] = right
            if output.size > 1:
                output[...] = numpy_roll(output)
                self.assertGreater(cell.error(cell.outputs), cell.tolerance(), what)

    def test_wrong_type_or_shape(self):
        for cell in self.each():
            cell.outputs[0][...] = 0
            self.assertEqual(math.inf, cell.error([cell.outputs[0].reshape(-1)[:0]]))
            self.assertEqual(math.inf, cell.error([cell.outputs[0].astype('int32')]))

    def test_the_largest_stands_alone_and_moves(self):
        for dtype in folds.DTYPES.values():
            self.arena.randomize(dtype)
            before = self.arena.array(0, dtype.source, 1 << 12).copy()
            for n in (1 << 10, 1 << 12, 1 << 10):
                cell = folds.Cell(folds.CASES['argmax'], dtype, (n,), self.arena)
                values = cell.inputs[0].astype('float64')
                self.assertEqual([cell.largest], [k for k in range(n) if values[k] == values.max()])
                self.assertEqual(1, int((self.arena.array(0, dtype.source, 1 << 12) != before).sum()))

    def test_sums_are_exact_in_float(self):
        """In whatever order, and for as many elements as there are: the values are few enough bits."""
        for dtype in folds.DTYPES.values():
            self.arena.randomize(dtype)
            for number in range(2):
                values = self.arena.array(number, dtype.source, 1 << 12).astype('float64')
                values *= 16 if dtype.floating else 1
                self.assertTrue((values == values.round()).all())
                self.assertLessEqual(abs(values).max(), 16 if dtype.floating else 128)
                self.assertGreater(len(set(values.tolist())), 30)


@unittest.skipUnless(HAS_NUMPY, 'NumPy is not installed')
class Host(unittest.TestCase):
    def test_ours_is_right_in_every_cell(self):
        with tempfile.TemporaryDirectory() as folder:
            found = run(folder, '--host', '--sizes', '10', '--repeat', '1')
            self.assertEqual(0, found.returncode, found.stdout[-3000:] + found.stderr)
            with open(os.path.join(folder, 'peers.json')) as file:
                result = json.load(file)
            self.assertEqual(4 + 2 + 8 * 5, len(result['cells']))  # fill, Black-Scholes, and the others in all types
            for cell in result['cells']:
                self.assertGreater(cell['results']['cujit']['us'], 0)
                self.assertEqual(8, cell['results']['cujit']['samples'])
            self.assertIn('| axpby | f32 | 2^10 |', found.stdout)

    def test_two_builds_are_compared(self):
        with tempfile.TemporaryDirectory() as folder:
            other = shutil.copy(os.path.join(os.environ['CUJIT_PEERS_LIBRARIES'], 'libcujit_peers.so'), folder)
            found = run(folder, '--host', '--sizes', '10', '--cases', 'axpby', '--dtypes', 'f32', '--repeat', '1',
                        '--against', os.path.dirname(other))
            self.assertEqual(0, found.returncode, found.stdout[-3000:] + found.stderr)
            with open(os.path.join(folder, 'peers.json')) as file:
                cell, = json.load(file)['cells']
            self.assertEqual('other build', cell['best_peer'])
            self.assertEqual(8, cell['results']['other build']['samples'])

    def test_our_expressions_are_right_in_every_cell(self):
        for suite, cells_there in (('expressions', 13), ('rows', 3 * 2 * 2), ('short', 3 * 2 * 2)):
            with tempfile.TemporaryDirectory() as folder:
                found = run(folder, '--suite', suite, '--host', '--sizes', '12', '--repeat', '1', '--peers', 'numpy')
                self.assertEqual(0, found.returncode, found.stdout[-3000:] + found.stderr)
                with open(os.path.join(folder, f'{suite}.json')) as file:
                    result = json.load(file)
                self.assertEqual(cells_there, len(result['cells']))
                for cell in result['cells']:
                    self.assertEqual(8, cell['results']['cujit']['samples'])
                    self.assertFalse(cell['results']['NumPy'].get('wrong'), cell)
                    self.assertFalse(cell['results']['cujit kernel'].get('wrong'), cell)

    def test_our_reductions_are_right_in_every_cell(self):
        with tempfile.TemporaryDirectory() as folder:
            found = run(folder, '--suite', 'reductions', '--host', '--sizes', '10,12', '--repeat', '1')
            self.assertEqual(0, found.returncode, found.stdout[-3000:] + found.stderr)
            with open(os.path.join(folder, 'reductions.json')) as file:
                result = json.load(file)
            self.assertEqual(4 * (4 * 2 + 2 * 1), len(result['cells']))  # 2^12 has one shape: all are the square
            for cell in result['cells']:
                self.assertEqual(8, cell['results']['cujit']['samples'])
                self.assertFalse(cell['results']['NumPy'].get('wrong'), cell)
            self.assertIn('| rows | f32 | 2^6 x 2^6 |', found.stdout)


if __name__ == '__main__':
    unittest.main(verbosity=2)
