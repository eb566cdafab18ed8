// What a process takes of the machine, as Linux tells it.
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Open files and connections. */
export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Memory in use, in MiB. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** What all its threads have had of processors, in seconds. What a busy machine gives to others is not in it. */
export function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9;
}

/** 0 where there is none. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
