#!/usr/bin/env python3
"""dlpack.py LIBRARY: arrays to and from NumPy and CuPy without a copy, through DLPack, by nothing but ctypes.

LIBRARY is libcujit.so. With CuPy on a GPU, with NumPy on the processor; where that is missing it says so and exits 77.
"""
import ctypes
import sys

VERSIONED, UNVERSIONED = b"dltensor_versioned", b"dltensor"  # names of capsules; PyCapsule_New() borrows them
CPU, CUDA = 1, 2  # of DLPack's devices

capsules = ctypes.pythonapi  # of CPython; a capsule goes by its address, so that its destructor can ask, too
capsules.PyCapsule_New.restype = ctypes.py_object
capsules.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
capsules.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
capsules.PyCapsule_GetPointer.restype = ctypes.c_void_p
capsules.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
capsules.PyCapsule_SetName.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
USED = {VERSIONED: b"used_dltensor_versioned", UNVERSIONED: b"used_dltensor"}
DELETER_AT = {VERSIONED: 16, UNVERSIONED: 56}  # in DLPack's structs, in bytes
CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


@CALLBACK
def forget(capsule):
    """The destructor of our capsules: frees a tensor that nobody has taken."""
    for name, place in DELETER_AT.items():
        if capsules.PyCapsule_IsValid(capsule, name):
            tensor = capsules.PyCapsule_GetPointer(capsule, name)
            CALLBACK(ctypes.c_void_p.from_address(tensor + place).value)(tensor)


class Error(ctypes.Structure):
    """cujit_error."""
    _fields_ = [("status", ctypes.c_int), ("line", ctypes.c_int), ("column", ctypes.c_int), ("part", ctypes.c_char_p),
                ("vendor_code", ctypes.c_long), ("vendor", ctypes.c_char_p), ("message", ctypes.c_char * 512),
                ("excerpt", ctypes.c_char_p), ("log", ctypes.c_char_p), ("source", ctypes.c_char_p),
                ("more", ctypes.c_void_p)]


class Options(ctypes.Structure):
    """cujit_dlpack_options."""
    _fields_ = [("stream", ctypes.c_void_p), ("consumer", ctypes.c_void_p), ("read_only", ctypes.c_int)]


class Interface(ctypes.Structure):
    """cujit_array_interface."""
    _fields_ = [("typestr", ctypes.c_char * 24), ("data", ctypes.c_void_p), ("read_only", ctypes.c_int),
                ("ndim", ctypes.c_int), ("shape", ctypes.POINTER(ctypes.c_size_t)),
                ("strides", ctypes.POINTER(ctypes.c_ssize_t)), ("version", ctypes.c_int), ("stream", ctypes.c_size_t)]


class Context:
    """A context, and the few calls of the library that this needs."""

    def __init__(self, library):
        self.so = ctypes.CDLL(library)
        self.so.cujit_context_device.restype = ctypes.c_char_p
        self.so.cujit_arg_size.restype = ctypes.c_size_t
        self.handle = ctypes.c_void_p()
        self.must("cujit_context_create_sized", None, ctypes.c_size_t(0), ctypes.byref(self.handle))
        name = self.so.cujit_context_device(self.handle).decode()
        self.device = (CUDA, int(name[len("cuda:"):])) if name.startswith("cuda") else (CPU, 0)

    def must(self, function, *args):
        error = Error()
        if getattr(self.so, function)(*args, ctypes.byref(error)) != 0:
            message = error.message.decode()
            self.so.cujit_error_clear(ctypes.byref(error))
            raise RuntimeError(message)

    def take(self, other):
        """Another library's array, from here on also ours."""
        stream = {"stream": 1} if self.device[0] == CUDA else {}  # ours is the default stream
        try:
            capsule = other.__dlpack__(max_version=(1, 0), **stream)
        except TypeError:  # from before DLPack 1.0
            capsule = other.__dlpack__(**stream)
        name = VERSIONED if capsules.PyCapsule_IsValid(id(capsule), VERSIONED) else UNVERSIONED
        tensor, handle = ctypes.c_void_p(capsules.PyCapsule_GetPointer(id(capsule), name)), ctypes.c_void_p()
        if name == VERSIONED:
            self.must("cujit_array_from_dlpack", self.handle, tensor, ctypes.c_uint(0), ctypes.byref(handle))
        else:
            self.must("cujit_array_from_dlpack_unversioned", self.handle, tensor, ctypes.byref(handle))
        capsules.PyCapsule_SetName(id(capsule), USED[name])
        return Array(self, handle)

    def eval(self, text, assigns=False, **arrays):
        """A text's value; with `assigns` it has none."""
        items = (ctypes.c_void_p * (len(arrays) * self.so.cujit_arg_size() // 8 + 1))()
        for k, array in enumerate(arrays.values()):
            self.so.cujit_arg_set_array(items, ctypes.c_size_t(k), array.handle)
        result = ctypes.c_void_p()
        self.must("cujit_eval_named", self.handle, text.encode(), ",".join(arrays).encode(), items,
                  ctypes.c_size_t(len(arrays)), None if assigns else ctypes.byref(result))
        return None if assigns else Array(self, result)


class Array:
    """An array of cujit's: any library that knows DLPack or the array interfaces takes it as it is."""

    def __init__(self, context, handle):
        self.context, self.handle = context, handle

    def __del__(self):
        self.context.so.cujit_array_free(self.handle)

    def __dlpack_device__(self):
        return self.context.device

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if copy or dl_device not in (None, self.context.device):
            raise BufferError("only without a copy, and where it is")
        versioned = max_version is not None and max_version >= (1, 0)
        options = Options(None, None if stream in (None, -1, 1) else stream, 0)
        tensor = ctypes.c_void_p()
        self.context.must("cujit_array_to_dlpack_sized" if versioned else "cujit_array_to_dlpack_unversioned_sized",
                          self.handle, ctypes.byref(options), ctypes.c_size_t(ctypes.sizeof(options)),
                          ctypes.byref(tensor))
        return capsules.PyCapsule_New(tensor, VERSIONED if versioned else UNVERSIONED, forget)

    def interface(self, device):
        if device != self.context.device[0]:
            raise AttributeError("the array lies on another device")
        of = Interface()
        self.context.must("cujit_array_get_interface_sized", self.handle, None, ctypes.byref(of),
                          ctypes.c_size_t(ctypes.sizeof(of)))
        return {"typestr": of.typestr.decode(), "data": (of.data or 0, bool(of.read_only)), "version": of.version,
                "shape": tuple(of.shape[:of.ndim]), "strides": tuple(of.strides[:of.ndim]) if of.strides else None,
                "stream": of.stream or None}

    __array_interface__ = property(lambda self: self.interface(CPU))
    __cuda_array_interface__ = property(lambda self: self.interface(CUDA))


def main(library):
    context = Context(library)
    try:
        if context.device[0] == CUDA:
            import cupy as xp
        else:
            import numpy as xp
    except ImportError as missing:
        print(f"skipped: {missing}")
        return 77

    x = xp.arange(12, dtype=xp.float32).reshape(3, 4)
    y = xp.linspace(0, 1, 2, dtype=xp.float32)
    view = context.take(x[:, ::2])  # of any strides
    z = context.eval("2*x + sin(y)", x=view, y=context.take(y))
    expected = 2*x[:, ::2] + xp.sin(y)
    for theirs in (xp.from_dlpack(z), xp.asarray(z)):
        assert theirs.dtype == xp.float32 and xp.allclose(theirs, expected), theirs

    context.eval("x *= -1", assigns=True, x=view)  # it is the same memory
    assert float(x[2, 2]) == -10 and float(x[2, 3]) == 11, x
    del view
    z.__dlpack__()  # nobody takes it
    theirs = xp.from_dlpack(z)
    del z  # the memory stays as long as somebody has it
    assert xp.allclose(theirs, expected), theirs
    print(f"{xp.__name__} and {context.so.cujit_context_device(context.handle).decode()}: all right")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
