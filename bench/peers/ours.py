"""cujit in the comparison: libcujit_peers.so (ours.c), over device memory that belongs to somebody else."""
import ctypes
import os

from cells import A, B, black_scholes_text

CODES = {'int8': 2, 'int64': 8, 'float16': 10, 'float32': 12, 'float64': 13}  # of cujit/dtype.h


class Argument(ctypes.Structure):
    """peers_argument of ours.c."""
    _fields_ = [('data', ctypes.c_void_p), ('number', ctypes.c_double), ('dtype', ctypes.c_int), ('ndim', ctypes.c_int),
                ('shape', ctypes.c_size_t * 3), ('strides', ctypes.c_ssize_t * 3)]

    @classmethod
    def of_array(cls, array, shape):
        self = cls(data=address(array), dtype=CODES[array.dtype.name], ndim=len(shape))
        for k, length in enumerate(shape):
            self.shape[k], self.strides[k] = length, array.strides[k]
        return self


class FoldText(ctypes.Structure):
    """peers_fold_text of ours_fold.c."""
    TEXTS = ('out_type', 'neutral', 'reduce', 'map', 'arguments', 'name', 'accumulator', 'post')
    _fields_ = [(name, ctypes.c_char_p) for name in TEXTS] + [('scan', ctypes.c_int), ('axis', ctypes.c_int)]

    @classmethod
    def of(cls, scan, axis, texts):
        return cls(scan=scan, axis=-1 if axis is None else axis,
                   **{name: text.encode() for name, text in texts.items()})


class Stage(ctypes.Structure):
    """cujit_rows_stage."""
    _fields_ = [(name, ctypes.c_char_p) for name in ('name', 'out_type', 'neutral', 'reduce', 'map', 'accumulator',
                                                     'post')]


class RowsSpec(ctypes.Structure):
    """cujit_rows_spec."""
    _fields_ = [('arguments', ctypes.c_char_p), ('stages', ctypes.POINTER(Stage)), ('stage_count', ctypes.c_size_t)] + [
        (name, ctypes.c_char_p) for name in ('operation', 'finish', 'name', 'preamble')] + [
        ('options', ctypes.POINTER(ctypes.c_char_p)), ('types', ctypes.c_char_p)]


def address(array):
    """Of the first element, on the device (CuPy) or on the host (NumPy)."""
    return array.data.ptr if hasattr(array.data, 'ptr') else array.ctypes.data


def text_of(form, dtype):
    """Signature and operation, as a user would write them."""
    reads, writes = f'const {dtype.reads} *', dtype.writes
    if form == 'fill':
        return f'{writes} a, {writes} *z', 'z[i] = a'
    if form == 'copy':
        return f'{reads}x, {writes} *z', 'z[i] = x[i]'
    if form == 'axpby':
        return f'{writes} a, {reads}x, {writes} b, {reads}y, {writes} *z', 'z[i] = a*x[i] + b*y[i]'
    if form == 'stencil':
        return f'{reads}x, {writes} *z', 'z[i] = x[i+1] - x[i]'
    if form == 'sum10':
        names = [f'x{k}' for k in range(10)]
        return (', '.join(reads + name for name in names) + f', {writes} *z',
                'z[i] = ' + ' + '.join(f'{name}[i]' for name in names))
    loads = f'const {writes} S = price[i], X = strike[i], t = years[i]; '
    return (f'{reads}price, {reads}strike, {reads}years, {writes} *call, {writes} *put',
            loads + black_scholes_text(writes, 'call[i]', 'put[i]'))


def fold_text_of(form, dtype):
    """The texts of a reduction or a scan, as a user would write them. Accumulators are those by default."""
    x = dtype.reads
    if form == 'argmax':
        return {'out_type': 'long long', 'accumulator': f'cujit_indexed<{x}>', 'map': 'cujit_at(x[i], j)',
                'reduce': 'cujit_max(a, b)', 'post': 'a.index', 'arguments': f'const {x} *x'}
    wide = x if dtype.floating or form == 'scan' else 'long long'
    texts = {'out_type': wide, 'neutral': '0', 'reduce': 'a + b', 'map': 'x[i]', 'arguments': f'const {x} *x'}
    if form == 'scan' and not dtype.floating:
        texts['accumulator'] = x
    elif form == 'dot':
        texts.update(map='x[i] * y[i]', arguments=f'const {x} *x, const {x} *y')
    return texts


class Library:
    """The functions of ours.c, errors as exceptions."""

    def __init__(self, path, device, cache_directory=''):
        library = ctypes.CDLL(path)
        pointer, text = ctypes.c_void_p, ctypes.c_char_p
        self.message = ctypes.create_string_buffer(1024)
        self.library = library
        end = [text, ctypes.c_size_t]
        for name, arguments in (('open', [text, text, ctypes.POINTER(pointer)]),
                                ('call_create', [pointer, text, text, text, ctypes.POINTER(Argument), ctypes.c_size_t,
                                                 ctypes.POINTER(pointer)]),
                                ('call_run', [pointer]), ('synchronize', [pointer]),
                                ('call_host_us', [pointer, ctypes.c_int, ctypes.POINTER(ctypes.c_double)]),
                                ('fold_create', [pointer, ctypes.POINTER(FoldText), ctypes.POINTER(Argument),
                                                 ctypes.c_size_t, ctypes.POINTER(Argument), ctypes.POINTER(pointer)]),
                                ('fold_run', [pointer]),
                                ('fold_host_us', [pointer, ctypes.c_int, ctypes.POINTER(ctypes.c_double)]),
                                ('eval_create', [pointer, text, text, ctypes.c_int, ctypes.POINTER(Argument),
                                                 ctypes.c_size_t, ctypes.POINTER(pointer)]),
                                ('rows_create', [pointer, ctypes.POINTER(RowsSpec), ctypes.POINTER(Argument),
                                                 ctypes.c_size_t, ctypes.POINTER(pointer)]),
                                ('text_run', [pointer]),
                                ('text_host_us', [pointer, ctypes.c_int, ctypes.POINTER(ctypes.c_double)])):
            getattr(library, 'peers_' + name).argtypes = arguments + end
        for name, result in (('version', text), ('device', text), ('close', None), ('call_free', None),
                             ('fold_free', None), ('text_free', None)):
            function = getattr(library, 'peers_' + name)
            function.argtypes, function.restype = ([] if name == 'version' else [pointer]), result
        self.context = pointer()
        self.do('open', device.encode(), cache_directory.encode(), ctypes.byref(self.context))

    def do(self, name, *arguments):
        if getattr(self.library, 'peers_' + name)(*arguments, self.message, len(self.message)) != 0:
            raise RuntimeError(self.message.value.decode(errors='replace'))

    def call(self, form, dtype, cell):
        """A kernel bound to the arrays of a cell: its handle."""
        arguments, operation = text_of(form, dtype)
        shape = cell.outputs[0].shape
        inputs = cell.inputs if form == 'stencil' else cell.operands
        arrays = [Argument.of_array(array, shape) for array in inputs + cell.outputs]
        if form == 'fill':
            arrays = [Argument(number=A)] + arrays
        elif form == 'axpby':
            arrays = [Argument(number=A), arrays[0], Argument(number=B), arrays[1], arrays[2]]
        return self.elementwise(arguments, operation, f'{form}_{dtype.name}', arrays)

    def elementwise(self, arguments, operation, name, values):
        """An elementwise kernel and its arguments."""
        call = ctypes.c_void_p()
        self.do('call_create', self.context, arguments.encode(), operation.encode(), name.encode(),
                (Argument * len(values))(*values), len(values), ctypes.byref(call))
        return call

    def expression(self, text, arrays, numbers=(), valued=False):
        """A text and what its names stand for."""
        values = [Argument.of_array(array, array.shape) for array in arrays.values()] + [
            Argument(number=value) for value in dict(numbers).values()]
        made = ctypes.c_void_p()
        self.do('eval_create', self.context, text.encode(), ', '.join([*arrays, *dict(numbers)]).encode(), int(valued),
                (Argument * len(values))(*values), len(values), ctypes.byref(made))
        return made

    def rows(self, arguments, stages, operation, finish, arrays, options=()):
        """A kernel of rows and its arguments."""
        texts = [Stage(**{name: text.encode() for name, text in stage.items()}) for stage in stages]
        spec = RowsSpec(arguments=arguments.encode(), stages=(Stage * len(texts))(*texts), stage_count=len(texts),
                        operation=operation and operation.encode(), finish=finish and finish.encode(),
                        options=(ctypes.c_char_p * (len(options) + 1))(*map(str.encode, options), None))
        values = [Argument.of_array(array, array.shape) for array in arrays.values()]
        made = ctypes.c_void_p()
        self.do('rows_create', self.context, ctypes.byref(spec), (Argument * len(values))(*values), len(values),
                ctypes.byref(made))
        return made

    def free_text(self, made):
        self.library.peers_text_free(made)

    def free(self, call):
        self.library.peers_call_free(call)

    def fold(self, cell):
        """A reduction or a scan bound to the arrays of a cell: its handle."""
        texts = fold_text_of(cell.form, cell.dtype)
        texts['name'] = f'{cell.case.name}_{cell.dtype.name}'
        text = FoldText.of(cell.form == 'scan', cell.axis, texts)
        values = (Argument * len(cell.inputs))(*[Argument.of_array(array, array.shape) for array in cell.inputs])
        output, fold = Argument.of_array(cell.outputs[0], cell.outputs[0].shape), ctypes.c_void_p()
        self.do('fold_create', self.context, ctypes.byref(text), values, len(values), ctypes.byref(output),
                ctypes.byref(fold))
        return fold

    def free_fold(self, fold):
        self.library.peers_fold_free(fold)

    def close(self):
        self.library.peers_close(self.context)

    def version(self):
        return self.library.peers_version().decode()


class Ours:
    name, key = 'cujit', 'cujit'

    def __init__(self, folder, device):
        self.library = Library(os.path.join(folder, 'libcujit_peers.so'), device)
        self.calls = []
        self.run = self.library.library.peers_call_run  # looked up once: this is called in the timed part

    def version(self):
        return self.library.version()

    def make(self, cell):
        return self.library.call(cell.form, cell.dtype, cell)

    def free(self, call):
        self.library.free(call)

    def prepare(self, cell):
        for call in self.calls:
            self.free(call)
        self.calls = []
        self.calls = [self.make(cell)]
        call, run, message, room = self.calls[0], self.run, self.library.message, len(self.library.message)

        def launch():
            if run(call, message, room) != 0:
                raise RuntimeError(message.value.decode(errors='replace'))
        return [('', launch)]

    def result(self, cell, run):
        run()
        return cell.outputs


class OurFolds(Ours):
    """The same for reductions and scans."""

    def __init__(self, folder, device):
        super().__init__(folder, device)
        self.run = self.library.library.peers_fold_run

    def make(self, cell):
        return self.library.fold(cell)

    def free(self, fold):
        self.library.free_fold(fold)


# ---- Expressions and kernels of rows (ours_expression.c) -------------------------------------------------------------

def stages_of(case, dtype):
    """Stages, operation and finish of a kernel of rows. What becomes a half needs no more digits than the GPU's quick
    functions have."""
    f = '' if dtype == 'f64' else 'f'
    wide = 'float' if f else 'double'
    if case == 'sum':
        return [dict(name='sum', neutral='0', reduce='a + b')], None, 'z[row] = sum'
    if case == 'softmax':
        power = f'{"__expf" if dtype == "f16" else f"exp{f}"}(({wide})x[i] - top)'
        return [dict(name='top', neutral='-INFINITY', reduce=f'fmax{f}(a, b)', map='x[i]'),
                dict(name='sum', neutral='0', reduce='a + b', map=power)
                ], f'z[i] = __fdividef({power}, sum)' if dtype == 'f16' else f'z[i] = {power} / sum', None
    moments = [dict(name='mean', neutral='0', reduce='a + b', map='x[i]', post='a / n'),
               dict(name='scale', neutral='0', reduce='a + b', map=f'(({wide})x[i] - mean) * (({wide})x[i] - mean)',
                    post=f'rsqrt{f}(a / n + 1e-5{f})')]
    score = f'z[i] = (({wide})x[i] - mean) * scale'
    return moments, score if case == 'z_score' else f'{score} * ({wide})w[j] + ({wide})b[j]', None


class OurTexts:
    """Expressions, assigned into the arrays that are there."""
    name, key = 'cujit', 'cujit'

    def __init__(self, folder, device):
        self.library = Library(os.path.join(folder, 'libcujit_peers.so'), device)
        self.run, self.made = self.library.library.peers_text_run, {}

    def version(self):
        return self.library.version()

    def make(self, cell):
        """The text; of halves also with all arithmetic in float, rounded once behind it."""
        texts, text = {'': cell.case.text}, cell.case.text
        if cell.form == 'row' and cell.dtype.name == 'f16':
            text = 'y = float32(x); ' + text.replace('(x - max(x', '(y - max(y').replace('x - mean(x', 'y - mean(y')
            texts = {'halves': cell.case.text, 'floats': text}
        arrays = {**cell.inputs, **dict(zip(cell.case.outputs, cell.whole))}
        return {label: self.library.expression(text, arrays, cell.case.numbers) for label, text in texts.items()}

    def prepare(self, cell):
        for made in self.made.values():
            self.library.free_text(made)
        self.made = {}
        self.made = self.make(cell)
        return [(label, self.launch(self.run, made)) for label, made in self.made.items()]

    def launch(self, run, made):
        message, room = self.library.message, len(self.library.message)

        def launch():
            if run(made, message, room) != 0:
                raise RuntimeError(message.value.decode(errors='replace'))
        return launch

    def result(self, cell, run):
        run()
        return cell.outputs


class OurKernels(OurTexts):
    """What a user of kernels would write by hand: elementwise ones, and kernels of rows."""
    name, key = 'cujit kernel', 'kernel'

    def __init__(self, texts):
        self.library, self.made, self.call = texts.library, {}, None

    def prepare(self, cell):
        import texts
        if cell.form == 'total':
            raise RuntimeError('left to the suite of reductions')
        self.library.free(self.call)
        self.call = None
        if cell.form in ('row', 'sum'):
            self.run = self.library.library.peers_text_run
            return super().prepare(cell)
        self.run = self.library.library.peers_call_run
        self.call = self.elementwise(cell, texts)
        return [('', self.launch(self.run, self.call))]

    def make(self, cell):
        real = cell.dtype.reads
        arrays = {**cell.inputs, 'z': cell.outputs[0]}
        arguments = ', '.join(f'{"" if name == "z" else "const "}{real} *{name}' for name in arrays)
        stages, operation, finish = stages_of(cell.case.name, cell.dtype.name)
        options = ['--ftz=true'] if cell.dtype.name == 'f16' else []  # no half is a denormal float
        return {'': self.library.rows(arguments, stages, operation, finish, arrays, options)}

    def elementwise(self, cell, texts):
        real = cell.dtype.writes
        if cell.form == 'stencil':
            arrays, operation = texts.shifted(cell), texts.stencil_c(cell.case, '{}[i]')
        else:
            arrays = {f'{name}_': array for name, array in cell.inputs.items()}
            operation = ''.join(f'const {real} {name} = {name}_[i]; ' for name in cell.inputs) + texts.c_of(
                cell.case, cell.dtype, '{}[i]')
        signature = [f'{real} {name}' for name in cell.case.numbers] + [f'const {real} *{name}' for name in arrays] + [
            f'{real} *{name}' for name in cell.case.outputs]
        values = [Argument(number=value) for value in cell.case.numbers.values()] + [
            Argument.of_array(array, array.shape) for array in list(arrays.values()) + cell.outputs]
        return self.library.elementwise(', '.join(signature), operation, f'{cell.case.name}_{cell.dtype.name}', values)
