#!/usr/bin/env python3
"""numpy_texts.py: writes numpy_texts.txt beside it: what NumPy 2 makes of texts that its users write.

Needs numpy (2.4) and scipy (1.17). The texts are of image processing, finance, physics, statistics, machine learning,
signal processing and geometry; then come further forms of functions that are made of others. A line of the table is an
operand, "array NAME DTYPE SHAPE: ELEMENTS" or "number NAME VALUE", or "text TEXT" with "is DTYPE SHAPE: ELEMENTS" behind it.
"""
import ast
import math
import os
import warnings

import numpy as np
import scipy
from scipy import special

TEXTS = """
# image processing
0.299*rgb[..., 0] + 0.587*rgb[..., 1] + 0.114*rgb[..., 2]
255 - img
img > 128
where(img > 128, 255, 0).astype(uint8)
clip(img*1.5 + 10, 0, 255).astype(uint8)
(img.astype(float32)/255)**(1/2.2)
255*(img/255)**0.5
uint8(255*(img/255)**0.5)
(img - img.min())/(img.max() - img.min())
img.astype(float) - img.mean()
img[::-1]
img[:, ::-1]
img[::2, ::2]
flip(img, 1)
fliplr(img)
flipud(img)
rot90(img)
img.T
(u[1:-1, 1:-1]*4 - u[2:, 1:-1] - u[:-2, 1:-1] - u[1:-1, 2:] - u[1:-1, :-2])
gx = u[1:-1, 2:] - u[1:-1, :-2]; gy = u[2:, 1:-1] - u[:-2, 1:-1]; sqrt(gx**2 + gy**2)
gx = u[1:-1, 2:] - u[1:-1, :-2]; gy = u[2:, 1:-1] - u[:-2, 1:-1]; arctan2(gy, gx)
(u[:-2] + u[1:-1] + u[2:])/3
rgb[..., ::-1]
rgb.mean(axis=2)
rgb.max(-1) - rgb.min(-1)
rgb.mean(axis=(0, 1))
rgb/255.0
rgbf @ w3
dot(rgbf, w3)
sum(rgbf*w3, -1)
np.stack((rgb[..., 0], rgb[..., 1]), -1)
np.dstack((img, img, img))
maximum(img[:-1], img[1:])
img & 0xF0
img >> 4
img ^ 255
(img//32)*32
abs(img.astype(int16) - 128)
mean(u.reshape(3, 2, 7), 1)
u.reshape(3, 2, 7).mean(1)
roll(u, 1, 0) - u
roll(u, (1, 1), (0, 1))
np.where((img > 50) & (img < 200), img, 0)
img.astype(np.float32)
float32(img)
np.average(rgb, axis=2)
np.average(rgbf, axis=2, weights=w3)
alpha = rgbf[..., :1]; alpha*rgbf + (1 - alpha)*0.5
np.sqrt(np.mean((u - u.mean())**2))
10*log10(255**2/mean((img - 100.0)**2))
20*log10(255/sqrt(mean((img.astype(float64) - 100)**2)))
# finance
p[1:]/p[:-1] - 1
log(p[1:]/p[:-1])
diff(log(p))
np.diff(p)
np.diff(p)/p[:-1]
diff(u, axis=0)
diff(u)
diff(p, n=2)
diff(p, 2)
cumprod(1 + np.diff(p)/p[:-1])
std(diff(log(p)), ddof=1)*sqrt(252)
np.log(p).std()
p/p[0]
p.cumsum()/arange(1, 13)
cummax(p)
1 - p/cummax(p)
max(1 - p/cummax(p))
(cumsum(p)[3:] - cumsum(p)[:-3])/3
d1 = (log(S/K) + (r + 0.5*sigma**2)*T)/(sigma*sqrt(T)); d2 = d1 - sigma*sqrt(T); S*ndtr(d1) - K*exp(-r*T)*ndtr(d2)
d1 = (np.log(S/K) + (r + sigma**2/2)*T)/(sigma*np.sqrt(T)); 0.5*(1 + erf(d1/np.sqrt(2)))
d1 = (log(S/K) + (r + 0.5*sigma**2)*T)/(sigma*sqrt(T)); exp(-d1**2/2)/sqrt(2*pi)
S*exp((r - 0.5*sigma**2)*T + sigma*sqrt(T)*0.3)
maximum(S - K, 0)
np.fmax(K - S, 0.0)
sum(cf/(1 + r)**tt)
cf/(1 + 0.05)**arange(5)
mean(p[1:] - p[:-1])/std(p[1:] - p[:-1])
(p[1:] > p[:-1]).sum()
(p[1:] > p[:-1]).mean()
ptp(p)
np.ptp(p)
np.argmax(p)
p.argmin()
corr = mean((S - mean(S))*(K - mean(K)))/(std(S)*std(K)); corr
np.prod(1 + r*T) - 1
P*r0*(1 + r0)**12/((1 + r0)**12 - 1)
round(p, 2)
np.round(p, 1)
p.round(2)
around(p, 2)
np.sign(np.diff(p))
np.nan_to_num(xn)
np.nanmean(xn)
nansum(xn)
nanmax(xn)
nanmin(xn)
nanstd(xn)
sum(where(isnan(xn), 0, xn))
# physics
0.5*m*v**2
0.5*m*sum(vel**2, axis=1)
sqrt(sum(vel**2, 1))
np.linalg.norm(vel, axis=1)
norm(vel, axis=1)
linalg.norm(vel)
d = pts[:, None, :] - pts[None, :, :]; sqrt(sum(d**2, -1))
d = pts[:, None] - pts[None]; r2 = (d**2).sum(-1); where(r2 > 0, 1/r2, 0)
d = pts[:, None] - pts; np.sqrt((d*d).sum(axis=-1))
d = pts[:, None] - pts[None]; r2 = sum(d*d, -1, keepdims=True) + 1e-3; sum(-d*r2**-1.5, 1)
cross(pts, q)
np.cross(pts, q)
6.674e-11*m1*m2/dist**2
exp(-((x - 0.5)/0.1)**2)
exp(1j*k*x)
np.exp(1j*2*np.pi*x)
abs(z)**2
(z*conj(z)).real
real(z*conj(z))
z.real**2 + z.imag**2
np.angle(z)
z.conj()
z.conjugate()
8*pi*h*c/lam**5/(exp(h*c/(lam*kB*Temp)) - 1)
1/(exp((E - mu)/kT) + 1)
1/(np.expm1((E - mu)/kT))
u[1:-1] + r1*(u[2:] - 2*u[1:-1] + u[:-2])
gradient(p)
np.gradient(u, axis=0)
np.trapezoid(sig, t)
sum((sig[1:] + sig[:-1])*(t[1:] - t[:-1]))/2
np.sinc(t)
np.hypot(pts[:, 0], pts[:, 1])
degrees(arctan2(pts[:, 1], pts[:, 0])) % 360
np.rad2deg(np.arctan2(pts[:, 1], pts[:, 0]))
radians(180)*x
np.floor_divide(t, 0.5)
mod(t, 2*pi)
gamma0 = 1/sqrt(1 - (v/299792458.0)**2); gamma0
j0(t)
jn(2, t)
yn(1, t + 0.1)
np.i0(x)
i0(x)
heaviside(sig, 0.5)
sum(pts*masses[:, None], 0)/sum(masses)
np.average(pts, axis=0, weights=masses)
np.outer(x, x)
outer(x, w)
x[:, None]*w[None, :]
x[:, np.newaxis]*w
np.inner(x, x)
np.dot(x, x)
x.dot(x)
np.vdot(z, z)
vdot(z, z)
(pts*q).sum(1)
np.linspace(0, 1, 5)
np.zeros(5)
zeros((2, 3))
np.ones((2, 3), dtype=float32)
np.arange(5)*2.0
arange(0, 10, 2)
np.full((2, 2), 3.5)
zeros_like(u)
ones_like(p)
np.full_like(u, 7)
np.empty_like(u)*0
eye(3)
identity(3)
# statistics
(X - X.mean(0))/X.std(0)
(X - X.mean(axis=0, keepdims=True))/X.std(axis=0, ddof=1, keepdims=True)
(x - x.mean())/x.std()
np.var(X, axis=1)
x.var(ddof=1)
mean(((x - mean(x))/std(x))**3)
mean(((x - mean(x))/std(x))**4) - 3
exp(-0.5*((x - 0.2)/0.4)**2)/(0.4*sqrt(2*pi))
-0.5*log(2*pi*s**2) - (x - 0.1)**2/(2*s**2)
lam0**kk*exp(-lam0)/gamma(kk + 1)
exp(kk*log(lam0) - lam0 - gammaln(kk + 1))
np.count_nonzero(x > 0.5)
count_nonzero(X > 0, axis=0)
any(x > 0.9)
np.all(x >= 0)
(x > 0.5).any()
all(X > -10, axis=1)
np.mean(x*mask)
np.cumsum(x)/np.sum(x)
np.cumsum(X, axis=1)
X.cumsum(0)
np.sum(X, axis=(0, 1))
X.sum(axis=-1, keepdims=True)
np.min(X, 0)
X.max(1)[:, None] - X
np.isclose(x, 0.5)
allclose(x, x)
np.allclose(x, x + 1e-12)
np.log1p(abs(X))
sqrt(mean(X**2, axis=0))
sum(abs(X), 1).max()
np.amax(X, axis=1)
erf(x/sqrt(2))
1 - erfc(x)
np.exp(X).sum(1)
np.log(np.sum(np.exp(X), axis=1))
logsumexp(X, 1)
np.logaddexp(x, 0.5)
ndtri(0.1 + 0.8*x)
# ML
1/(1 + exp(-logits))
expit(logits)
np.tanh(logits)
maximum(0, logits)
np.where(logits > 0, logits, 0.01*logits)
where(logits > 0, logits, exp(logits) - 1)
logits*expit(logits)
logits/(1 + np.exp(-1.702*logits))
log(1 + exp(logits))
logaddexp(0, logits)
log1p(exp(-abs(logits))) + maximum(logits, 0)
e = exp(logits - logits.max(axis=1, keepdims=True)); e/e.sum(axis=1, keepdims=True)
e = exp(logits - max(logits, 1, keepdims=1)); sum(e/sum(e, 1, keepdims=1), 0)
softmax(logits, axis=1)
scipy.special.softmax(logits, axis=1)
logits.argmax(1)
np.argmax(logits, axis=-1)
(logits.argmax(1) == labels).mean()
mean((yy - X[:, 0])**2)
np.mean(np.abs(yy - X[:, 0]))
1 - sum((yy - X[:, 1])**2)/sum((yy - mean(yy))**2)
r_ = yy - X[:, 0]; where(abs(r_) < 1, 0.5*r_**2, abs(r_) - 0.5).mean()
-(pt*log(pp) + (1 - pt)*log(1 - pp)).mean()
X @ w
np.dot(X, w)
np.matmul(X, w)
sum(X*w, 1) + 0.5
(X*w).sum(-1) > 0
expit((X*w).sum(1))
w - 0.01*(X*(expit((X*w).sum(1)) - pt)[:, None]).mean(0)
logits/np.linalg.norm(logits, axis=1, keepdims=True)
logits/sqrt(mean(logits**2, -1, keepdims=True) + 1e-5)
(logits - logits.mean(-1, keepdims=True))/sqrt(logits.var(-1, keepdims=True) + 1e-5)*g + bb
labels[:, None] == arange(6)
(labels[:, None] == np.arange(6)).astype(float32)
np.eye(6)[labels]
where(arange(6) == labels[:, None], logits, -inf).max(1)
np.clip(logits, -1, 1)
logits.clip(0, 1)
minimum(maximum(logits, 0), 6)
m_ = 0.9*g + 0.1*bb; v_ = 0.999*g**2 + 0.001*bb**2; m_/(sqrt(v_) + 1e-8)
tril(logits)
np.triu(logits)
where(arange(5)[:, None] >= arange(6), logits, -inf)
np.concatenate((logits, logits), axis=1)
np.concatenate([logits, logits])
np.vstack((x, x))
np.hstack([x, x])
np.column_stack((x, x))
emb[labels]
emb[labels].sum(0)
np.take(emb, labels, axis=0)
logits.reshape(-1)
logits.flatten()
logits.reshape(5, 2, 3).sum(2)
logits.reshape((5, -1, 2)).max(axis=-1)
np.expand_dims(x, 0)
x[None, :]
logits.transpose(1, 0)
np.transpose(logits)
np.swapaxes(logits, 0, 1)
moveaxis(rgb, -1, 0)
np.broadcast_to(w, (3, 4))
np.ravel(logits)
# signal processing
sig - sig.mean()
sig*0.5*(1 - cos(2*pi*arange(16)/15))
abs(sig)
sig**2
np.sqrt(np.mean(sig**2))
20*log10(abs(sig) + 1e-12)
10*np.log10(sig**2 + 1e-10)
sin(2*pi*5*t)*exp(-t)
np.sin(2*np.pi*(1*t + 0.5*t**2))
sign(sin(3*t))
2*(t/pi - floor(0.5 + t/pi))
2*abs(2*(t - floor(t + 0.5))) - 1
sum(sig[:-1]*sig[1:] < 0)
0.25*sig[:-2] + 0.5*sig[1:-1] + 0.25*sig[2:]
sig[1:] - 0.97*sig[:-1]
sum(sig*exp(-2j*pi*3*arange(16)/16))
k_ = arange(8)[:, None]; n_ = arange(16); abs(sum(sig*exp(-2j*pi*k_*n_/16), 1))
np.cumsum(sig)*0.1
sig[::-1]
sig.clip(-0.5, 0.5)
np.round(sig*127).astype(np.int8)
np.sign(sig)*np.log1p(255*np.abs(sig))/np.log(256)
sig[::4]
sig.reshape(4, 4).mean(axis=1)
sig.reshape(-1, 4).max(1)
np.max(np.abs(sig))
sig/np.max(np.abs(sig))
np.argmax(np.abs(sig))
np.isfinite(sig).all()
where(abs(sig) > 0.1, sig, 0)
sign(sig)*maximum(abs(sig) - 0.1, 0)
np.tanh(3*sig)/np.tanh(3)
# geometry
np.sum(pts*q, axis=1)
pts/np.linalg.norm(pts, axis=-1, keepdims=True)
arccos(clip(sum(pts*q, 1)/(norm(pts, axis=1)*norm(q, axis=1)), -1, 1))
np.linalg.norm(pts - q, axis=1)
np.sqrt(((pts - q)**2).sum(axis=1))
abs(pts - q).sum(1)
np.max(np.abs(pts - q), axis=1)
pts.mean(0)
pts - pts.mean(axis=0)
0.5*abs(sum(pts[:, 0]*roll(pts[:, 1], 1, 0) - pts[:, 1]*roll(pts[:, 0], 1, 0)))
0.5*np.abs(np.dot(pts[:, 0], np.roll(pts[:, 1], 1)) - np.dot(pts[:, 1], np.roll(pts[:, 0], 1)))
x*cos(th) - x*sin(th)
np.stack((pts[:, 0]*cos(th) - pts[:, 1]*sin(th), pts[:, 0]*sin(th) + pts[:, 1]*cos(th)), axis=1)
stack([pts[:, 0], pts[:, 1]], 1)
pts.min(0)
np.argmin(((pts - q[0])**2).sum(1))
2*arcsin(sqrt(sin((pts[:, 0] - q[:, 0])/2)**2 + cos(pts[:, 0])*cos(q[:, 0])*sin((pts[:, 1] - q[:, 1])/2)**2))
6371*2*np.arcsin(np.sqrt(np.sin(np.radians(pts[:, 0] - q[:, 0])/2)**2 + np.cos(np.radians(pts[:, 0]))*np.cos(np.radians(q[:, 0]))*np.sin(np.radians(pts[:, 1] - q[:, 1])/2)**2))
(pts[:, 0] >= -1) & (pts[:, 0] <= 1)
np.logical_and(pts[:, 0] >= -1, pts[:, 1] <= 1)
((pts > -1) & (pts < 1)).all(axis=1)
trace(u)
np.diff(pts, axis=0)
np.sqrt((np.diff(pts, axis=0)**2).sum(1)).sum()
np.deg2rad(pts)
# integers and bits
i % 3
i // 2
i**2
-i
~i
i & 1
(i & (i - 1)) == 0
i << 2
np.left_shift(i, 2)
np.bitwise_count(i)
gcd(i, 12)
np.lcm(i, 4)
i*i % 7
np.bitwise_xor(i, i >> 1)
i/2
divmod(i, 3)[0]
np.where(i % 2 == 0, i//2, 3*i + 1)
i.astype(np.uint8)
np.int64(i)*1000000007
abs(-i)
min(i)
sum(i)
i.sum(dtype=int32)
np.prod(i + 1, dtype=np.float64)
np.logical_not(i)
i != 3
z**2
abs(z)
z.real
z.imag
sqrt(z)
np.sqrt(-1 + 0j)*x
z/abs(z)
np.exp(1j*np.angle(z))
np.iscomplex(z)
np.real(z) > 0
x.T
x.copy()
True + x
1e3*x
x**-1
x**0.5
e**x
np.e**x
math.pi*x
np.pi*x**2
np.inf*x
np.float64(1)/3*x
np.power(x, 3)
np.square(x) + np.cbrt(x)
np.add(x, 1)
np.subtract(1, x)
np.reciprocal(x + 1)
np.absolute(x)
np.maximum(x, 0.5)
np.exp2(x) - np.log2(x + 1)
np.fabs(x - 0.5)
np.nanargmax(xn)
np.nanvar(xn)
np.rint(x*10)
np.trunc(x*10)
np.ceil(x)
np.sign(x - 0.5)
np.signbit(x - 0.5)
np.copysign(x, -1)
np.frexp(x)[0]
np.modf(x*10)[1]
np.ldexp(x, 2)
np.nextafter(x, 1)
np.spacing(x)
np.float16(x)
np.tan(x) + np.arcsin(x) + np.arccos(x) + np.arctan(x)
np.sinh(x) + np.cosh(x) + np.arcsinh(x) + np.arccosh(x + 1) + np.arctanh(x/2)
# further forms of what is made of others
diff(i, 2)
diff(mask)
diff(img, axis=0)
diff(rgbf, 1, -2)
gradient(i)
gradient(p, 0.5)
gradient(u, axis=1)
gradient(rgbf, 2, axis=0)
trapezoid(u, axis=0)
trapezoid(u, dx=0.5)
np.trapezoid(X, x=labels[:4])
trapezoid(i)
trapezoid(u, u)
trapezoid(rgbf, X[:6, :3])
trapezoid(w, X)
trapezoid(X[0], X, axis=-1)
tril(u, 1)
triu(rgb[..., 0], -1)
triu(i[:, None]*i, k=2)
trace(u)
trace(img)
cross(pts, q[0])
np.cross(vel[0], pts)
nansum(xn.reshape(3, 3), 0)
nanmean(xn.reshape(3, 3), axis=1, keepdims=True)
nanmean(xn16)
nanvar(xn.reshape(3, 3), 0, ddof=1)
nanstd(xn32)
nanmax(xn.reshape(3, 3), axis=(0, 1))
nanmin(i)
nanmean(i)
nanvar(i)
nanprod(xn)
nanargmin(xn)
nanmax(xn*nan)
nansum(z*where(isnan(xn[:8]), nan, 1))
nan_to_num(xn, nan=7)
nan_to_num(xn32/0)
nan_to_num(-1/zero16)
nan_to_num(i)
nan_to_num(log(tt), neginf=-1)
isclose(logits, logits + 1e-6)
isclose(xn, xn, equal_nan=True)
isclose(xn, 0, atol=0.5)
isclose(x/0, inf)
isclose(i, i + 1)
isclose(i*306783378, 2147483647)
isclose(int32(i > 5)*2147483647, int32(i < 5)*-2147483648)
isclose(mask, ~mask)
allclose(u, u*(1 + 1e-9))
allclose(u, u, rtol=0, atol=0)
iscomplex(z)
isreal(x)
sinc(xn32)
sinc(zero16)
softmax(logits, 0)
softmax(logits)
softmax(i, 0)
log_softmax(logits, -1)
logsumexp(logits)
logsumexp(logits, -1, keepdims=True)
logsumexp(X, (0, 1))
np.dot(i, i)
np.dot(mask, mask)
np.dot(3, x)
dot(rgbf, w3)
w3 @ rgbf[0].T
x @ x
X.T @ yy
yy @ X
img @ img[0]
np.inner(X, w)
inner(w, X)
matmul(w, X.T)
vdot(X, X)
vdot(i, i)
outer(u, w)
np.outer(z, x)
ptp(u, 1)
ptp(u, axis=0, keepdims=True)
ptp(img)
average(u, 1)
average(u, weights=u)
average(X, weights=w, axis=1)
average(X, axis=1, weights=w, keepdims=True)
average(img, 0, pp[:6])
average(i)
average(logits, weights=g, axis=1)
zeros(3, dtype=int32)
ones((2, 1, 3))
full(4, 2.5, dtype=float32)
full((2, 2), True)
zeros_like(img)
ones_like(z)
full_like(i, 3)
full_like(xn, nan)
zeros_like(u, dtype=int8)
arange(3, 10)
arange(10, 0, -3)
arange(0, -5)
arange(-4)
arange(5, dtype=float32)*0.5
arange(12).reshape(3, 4)
linspace(0, 1, 11)
linspace(1, -1, 4)
linspace(0, 1, 1)
linspace(-2, 2)
linspace(0, 10, 5, dtype=float32)
linspace(-1, 1, 4, dtype=int)
linspace(0, 1j, 3)
zeros(())
eye(2, 3)
eye(3, dtype=int64)
u*eye(6, 7)
x[arange(0, 8, 2)]
img[arange(6), arange(6)]
sum(eye(4)*(X[:4] @ w))
cumsum(arange(6))
moveaxis(rgb, 0, 2)
moveaxis(rgb, 2, 1)
rot90(u, 2)
rot90(u, -1)
rot90(rgb, k=3)
fliplr(rgb)
roll(u, (1, -2), (0, 1))
roll(u, 1, (0, 1))
roll(u, 1)
roll(u, (1, 2), 1)
roll(u, (3,), (0, 1))
roll(rgb, shift=-5, axis=None)
column_stack((x, X[:, 0][:1] + x))
column_stack((u, u[:, 0]))
dstack((u, -u))
dstack((x, x))
concatenate([u, u[:2]])
round(p, -1)
round(logits, 3)
round(z, 1)
around(i, 2)
z.real + z.imag
x.real*2
z.imag.T
np.linalg.norm(X, axis=1)
linalg.norm(x)
scipy.special.expit(logits)
math.pi*x
u.astype(float)
img.astype(int)
sum(img, dtype=float)
jn(labels, x[:5])
jn(3, x*10)
jn(-3, x)
yn(2, x)
yn(-1, x + 1)
"""


def arrays():
    numbers = np.random.default_rng(1)
    normal, uniform = (lambda *shape: numbers.standard_normal(shape)), (lambda *shape: numbers.random(shape))

    def whole(high, *shape):
        return numbers.integers(0, high, shape)

    values = {
        "img": whole(256, 6, 8).astype(np.uint8), "rgb": whole(256, 4, 6, 3).astype(np.uint8),
        "rgbf": uniform(4, 6, 3).astype(np.float32), "w3": uniform(3).astype(np.float32), "u": normal(6, 7),
        "p": 100 * np.exp(np.cumsum(0.02 * normal(12))), "S": 100 + 10 * normal(5), "K": 100 + 5 * normal(5),
        "T": uniform(5) + 0.2, "sigma": 0.2 + 0.1 * uniform(5), "r": np.full(5, 0.03), "cf": 100 * uniform(5),
        "tt": np.arange(5.0), "X": normal(7, 4), "t": np.linspace(0, 3, 16), "sig": normal(16),
        "xn": np.where(uniform(9) < 0.3, np.nan, normal(9)), "m": uniform(6) + 1, "v": uniform(6), "vel": normal(6, 3),
        "pts": normal(6, 3), "q": normal(6, 3), "m1": uniform(4), "m2": uniform(4), "dist": uniform(4) + 1, "x": uniform(8),
        "z": normal(8) + 1j * normal(8), "lam": uniform(5) * 1e-6 + 3e-7, "E": uniform(5) + 1, "masses": uniform(6),
        "w": normal(4), "kk": np.arange(6.0), "lab": whole(4, 9), "labels": whole(5, 5), "mask": uniform(8) < 0.5,
        "logits": normal(5, 6).astype(np.float32), "yy": normal(7), "pt": (uniform(7) < 0.5) * 1.0, "pp": uniform(7) * 0.8 + 0.1,
        "g": uniform(6).astype(np.float32) + 0.5, "bb": normal(6).astype(np.float32), "emb": normal(9, 3).astype(np.float32),
        "i": np.arange(-1, 7).astype(np.int32), "xn16": np.array([1, np.nan, 3.5, -2], np.float16),
        "xn32": np.array([0, np.nan, 1.5, -2.25, np.inf], np.float32), "zero16": np.zeros(3, np.float16),
    }
    # What is written down is what was calculated with: few digits, so that the table is short.
    for name, value in values.items():
        if value.dtype.kind in "fc":
            exponent = -10 if name == "lam" else -4 if value.dtype.itemsize > 2 else 0
            values[name] = np.round(value, -exponent).astype(value.dtype)
    return values


NUMBERS = {"P": 1000.0, "r0": 0.01, "k": 3.0, "h": 6.626e-34, "c": 2.998e8, "kB": 1.38e-23, "Temp": 3000.0, "mu": 0.5,
           "kT": 0.3, "r1": 0.1, "s": 0.5, "lam0": 2.5, "th": 0.3}


def fold(name):
    return lambda x, *more, **keywords: getattr(np, name)(
        x, *more, **{key: bool(value) if key == "keepdims" else value for key, value in keywords.items()})


SCOPE = {name: getattr(special, name) for name in dir(special) if not name.startswith("_")}
SCOPE |= {name: getattr(np, name) for name in dir(np) if not name.startswith("_")}
SCOPE |= {name: fold(name) for name in "sum prod min max mean var std any all count_nonzero argmin argmax".split()}
SCOPE |= {"np": np, "scipy": scipy, "math": math, "linalg": np.linalg, "float": float, "int": int, "e": math.e,
          "jn": special.jv, "yn": special.yv, "cummax": np.maximum.accumulate,
          "norm": lambda x, axis=None, keepdims=0: np.linalg.norm(x, axis=axis, keepdims=bool(keepdims))}


def evaluate(text, operands):
    scope = SCOPE | {name: np.copy(value) for name, value in operands.items()} | NUMBERS
    tree = ast.parse(text.replace("; ", "\n"))
    last = tree.body.pop()
    exec(compile(tree, text, "exec"), scope)
    return np.asarray(eval(compile(ast.Expression(last.value), text, "eval"), scope))


def elements(values):
    digits = {"float16": 4, "float32": 7, "complex64": 7}.get(values.dtype.name, 14)
    if values.dtype.kind == "c":
        return " ".join(f"{v.real:.{digits}g},{v.imag:.{digits}g}" for v in values.ravel())
    return " ".join(f"{v:.{digits}g}" if values.dtype.kind == "f" else str(int(v)) for v in values.ravel())


def describe(values):
    return f"{values.dtype.name} ({','.join(map(str, values.shape))}): {elements(values)}".rstrip()


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    operands = arrays()
    lines = [f"array {name} {describe(value)}" for name, value in operands.items()]
    lines += [f"number {name} {value!r}" for name, value in NUMBERS.items()]
    for text in filter(lambda line: line and line[0] != "#", TEXTS.split("\n")):
        lines += [f"text {text}", f"is {describe(evaluate(text, operands))}"]
    path = os.path.join(os.path.dirname(__file__), "numpy_texts.txt")
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
