// Reads figures of a server from the operating system, and computes statistics.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The fields of `/proc/PID/stat` from the third on (proc_pid_stat(5)). */
function statOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command's name may contain spaces, so the fields are counted from after its closing bracket.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** CPU time that the process has used with all its threads, in µs. Its resolution is one tick, usually 10 ms. */
export function cpuMicroseconds(pid) {
  const fields = statOf(pid);
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
}

/**
 * The CPU time of a process and its descendants, in µs: of a primary with its workers, of PostgreSQL with all its
 * processes. Those that have ended count at their parent, which is therefore read after them.
 */
export function treeCpuMicroseconds(pid) {
  let ticks = 0;
  for (const member of processTree(pid).toReversed()) {
    try {
      for (const field of statOf(member).slice(11, 15)) ticks += Number(field);
    } catch {
      // It ended meanwhile.
    }
  }
  return (ticks / ticksPerSecond) * 1e6;
}

/** @returns {number[]} the process and its live descendants, parents before their children */
export function processTree(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(statOf(name)[1]));
    } catch {
      // It ended meanwhile.
    }
  }
  const tree = [pid];
  for (const member of tree) for (const [child, parent] of parents) if (parent === member) tree.push(child);
  return tree;
}

/** CPU time of the live threads in ms, from the scheduler's count in nanoseconds. */
export function cpuMilliseconds(pid) {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

/** Resident memory of the process in MiB. */
export function residentMiB(pid) {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return line ? Number(line[1]) / 1024 : 0;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value that a `share` (0–1) of the values do not exceed. */
export function percentile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
