// The timers of a running server. None of them keeps the process alive.
import { performance } from 'node:perf_hooks';
import type { JobTimers } from '../core/ground/job-timers.ts';

export const systemTimers: JobTimers = {
  after(_job, ms, work) {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
  elapsed: () => performance.now(),
  loadMeter() {
    let last = performance.eventLoopUtilization();
    return () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    };
  },
};
