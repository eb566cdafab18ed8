// Programs of the system that npm does not bring. A test that lacks one fails and says what is missing.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The program's path. @throws Error that says how to install it */
export function requireProgram(name: string, debianPackage = name): string {
  const found = ['/usr/bin', '/usr/local/bin', '/bin', '/usr/sbin', '/sbin'].map((folder) => `${folder}/${name}`);
  const path = found.find((candidate) => existsSync(candidate));
  if (!path) throw new Error(`${name} is missing (Debian: apt-get install ${debianPackage})`);
  return path;
}

/** Changes a limit of a running process: `limitProcess(pid, { nofile: 64 })`. */
export function limitProcess(pid: number, limits: Readonly<Record<string, number | 'unlimited'>>): void {
  const args = Object.entries(limits).map(([name, value]) => `--${name}=${value}:`);
  execFileSync(requireProgram('prlimit', 'util-linux'), ['--pid', String(pid), ...args]);
}
