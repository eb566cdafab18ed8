// Processes for races on one database, which the tests of a file share: starting one loads the program, which takes
// longer than most of what it is started for.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { forkBuilt, nextMessage } from '../../program/fork-built.ts';

export interface RaceProcess {
  /** Calls the method with all inputs at once; how many of them did what they were to do. */
  run(job: RaceJob): Promise<number>;
}
export type RaceJob = {
  method:
    | 'redeem'
    | 'rotate'
    | 'take-back'
    | 'change-address'
    | 'audit'
    | 'enrol'
    | 'use-step'
    | 'use-recovery-code'
    | 'add-passkey'
    | 'remove-passkey'
    | 'sign-in-by-passkey'
    | 'stop-operator'
    | 'spend-jwt'
    | 'issue-code'
    | 'redeem-device'
    | 'answer-device';
  inputs: readonly object[];
};
/** What a process is told: the URL of the database to have open, or a job. It answers with a number. */
export type ToRaceProcess = { database: string } | RaceJob;

const idle: ChildProcess[] = [];
let taken: ChildProcess[] = [];
/** Those that have not answered yet. */
const asked = new Set<ChildProcess>();

/** Processes that have the database open and wait for work, until they are returned. */
export async function takeProcesses(url: string, count: number): Promise<RaceProcess[]> {
  const processes = Array.from({ length: count }, () => idle.pop() ?? startProcess());
  taken.push(...processes);
  await Promise.all(processes.map((child) => ask(child, { database: url })));
  return processes.map((child) => ({ run: (job) => ask(child, job) }));
}

/** After the test that took them. One that still works on a job of it would answer the next test. */
export function returnProcesses(): void {
  for (const child of taken) {
    if (asked.delete(child)) child.kill('SIGKILL');
    else idle.push(child);
  }
  taken = [];
}

/** After the last test of a file. */
export async function endProcesses(): Promise<void> {
  returnProcesses();
  await Promise.all(idle.splice(0).map(endProcess));
}

const startProcess = (): ChildProcess => forkBuilt('contract/race-process', [], { serialization: 'advanced' });

async function ask(child: ChildProcess, told: ToRaceProcess): Promise<number> {
  asked.add(child);
  child.send(told);
  const answer = await nextMessage<number>(child);
  asked.delete(child);
  return answer;
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}
