"""How long calls take: on a GPU between two events on the device, otherwise by the clock of the host."""
import random
import statistics
import time

SPIN = r'''
extern "C" __global__ void spin(long long ns)
{
    long long start, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - start < ns);
}
'''
NOTHING = 'nothing'  # what a pair of events shows with no call between them


def middle(times):
    """The mean of the middle half. Short calls take one of two times, half a us apart: which of them is the median is up to
    chance."""
    cut = len(times) // 4
    return statistics.fmean(sorted(times)[cut:len(times) - cut])


class DeviceClock:
    """All calls of a round are queued behind a kernel that spins for as long as that takes, so that what a launch
    costs the host is in no figure. A round that the host was too late for does not count: it is done again, spinning
    longer."""

    SPIN_NS, LONGEST_NS, PATIENCE = 1_000_000, 40_000_000, 8
    figure = staticmethod(middle)  # what samples come to

    def __init__(self, cupy):
        """CuPy, or what has as much of it: RawKernel(), Event, Device and get_elapsed_time() of cupy.cuda."""
        self.cupy = cupy
        self.spin = cupy.RawKernel(SPIN, 'spin')
        self.spin_ns = self.SPIN_NS
        self.spun = cupy.cuda.Event(disable_timing=True)
        self.events = {}
        self.random = random.Random(1)

    def wait(self):
        self.cupy.cuda.Device().synchronize()

    def round(self, runs):
        """One sample of each call in random order, in us; None where the host was too late."""
        names = list(runs)
        self.random.shuffle(names)
        for name in names:
            if name not in self.events:
                self.events[name] = (self.cupy.cuda.Event(), self.cupy.cuda.Event())
        self.wait()
        began = time.perf_counter_ns()
        self.spin((1,), (1,), (self.spin_ns,))
        self.spun.record()
        for name in names:
            before, after = self.events[name]
            before.record()
            runs[name]()
            after.record()
        late = self.spun.done
        taken = time.perf_counter_ns() - began
        self.wait()
        if late:
            self.spin_ns = min(2 * max(taken, self.spin_ns), self.LONGEST_NS)
            return None
        return {name: 1e3 * self.cupy.cuda.get_elapsed_time(*self.events[name]) for name in names}

    def measure(self, runs, count):
        """Samples of each call, in us, and whether every round was in time. A call that cannot be queued (it waits for
        the device) would make every round late: then the rounds count as they are."""
        runs = dict(runs)
        runs[NOTHING] = lambda: None
        samples = {name: [] for name in runs}
        late = 0
        self.spin_ns = self.SPIN_NS
        while len(samples[NOTHING]) < count:
            times = self.round(runs)
            if times is None:
                late += 1
                if late > self.PATIENCE:
                    return self.measure_late(runs, count), False
                continue
            for name, us in times.items():
                samples[name].append(us)
        return samples, True

    def measure_late(self, runs, count):
        samples = {name: [] for name in runs}
        for _ in range(count):
            for name, run in runs.items():
                before, after = self.events[name]
                self.spin((1,), (1,), (self.SPIN_NS,))
                before.record()
                run()
                after.record()
                self.wait()
                samples[name].append(1e3 * self.cupy.cuda.get_elapsed_time(before, after))
        return samples


class HostClock:
    """For the host device, whose calls are done when they return. Others use the machine as well: the least counts."""
    figure = staticmethod(min)

    def wait(self):
        pass

    def measure(self, runs, count):
        samples = {name: [] for name in runs}
        for _ in range(count):
            for name, run in runs.items():
                start = time.perf_counter_ns()
                run()
                samples[name].append((time.perf_counter_ns() - start) / 1e3)
        return samples, True
