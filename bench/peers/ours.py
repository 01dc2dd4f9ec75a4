"""cujit in the comparison: libcujit_peers.so (ours.c), over device memory that belongs to somebody else."""
import ctypes
import os

from cells import A, B, black_scholes_text

CODES = {'int8': 2, 'float16': 10, 'float32': 12, 'float64': 13}  # of cujit/dtype.h


class Argument(ctypes.Structure):
    """peers_argument of ours.c."""
    _fields_ = [('data', ctypes.c_void_p), ('number', ctypes.c_double), ('dtype', ctypes.c_int), ('ndim', ctypes.c_int),
                ('shape', ctypes.c_size_t * 2), ('strides', ctypes.c_ssize_t * 2)]

    @classmethod
    def of_array(cls, array, shape):
        self = cls(data=address(array), dtype=CODES[array.dtype.name], ndim=len(shape))
        for k, length in enumerate(shape):
            self.shape[k], self.strides[k] = length, array.strides[k]
        return self


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
                                ('call_host_us', [pointer, ctypes.c_int, ctypes.POINTER(ctypes.c_double)])):
            getattr(library, 'peers_' + name).argtypes = arguments + end
        for name, result in (('version', text), ('device', text), ('close', None), ('call_free', None)):
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
        values = (Argument * len(arrays))(*arrays)
        call = ctypes.c_void_p()
        self.do('call_create', self.context, arguments.encode(), operation.encode(), f'{form}_{dtype.name}'.encode(),
                values, len(arrays), ctypes.byref(call))
        return call

    def free(self, call):
        self.library.peers_call_free(call)

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

    def prepare(self, cell):
        for call in self.calls:
            self.library.free(call)
        self.calls = [self.library.call(cell.form, cell.dtype, cell)]
        call, run, message, room = self.calls[0], self.run, self.library.message, len(self.library.message)

        def launch():
            if run(call, message, room) != 0:
                raise RuntimeError(message.value.decode(errors='replace'))
        return [('', launch)]

    def result(self, cell, run):
        run()
        return cell.outputs
