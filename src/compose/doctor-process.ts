// Runs `latchkey doctor` in a process of its own, for the console. It reads the whole SQLite file in one go, which in
// this process would keep every request waiting. And the console says what the command says, because it is the command.
import { execFile } from 'node:child_process';
import type { Finding } from '../core/operating/doctor/finding.ts';
import type { SettingsInput } from '../settings/sources.ts';

const TIME_LIMIT_MS = 30_000;
const MAX_OUTPUT_BYTES = 1_000_000;

/**
 * @param settingsInput where this process has its settings from
 * @returns a function that rejects when the command does not end in time, or prints no findings
 */
export function doctorProcess({ configFile, env }: SettingsInput): () => Promise<readonly Finding[]> {
  const [, program = ''] = process.argv;
  const config = configFile === undefined ? [] : ['--config', configFile];
  const args = [...process.execArgv, program, 'doctor', '--json', ...config];
  const options = { env, timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const;
  return () =>
    new Promise((resolve, reject) => {
      execFile(process.execPath, args, options, (error, stdout) => {
        try {
          // With faults among its findings, it exits with 1.
          resolve(findingsIn(stdout));
        } catch {
          reject(error ?? new Error('latchkey doctor printed no findings'));
        }
      });
    });
}

function findingsIn(printed: string): readonly Finding[] {
  const { findings } = JSON.parse(printed) as { findings: readonly (Omit<Finding, 'fix'> & { fix: string | null })[] };
  return findings.map(({ fix, ...finding }) => ({ ...finding, fix: fix ?? undefined }));
}
