// A shell for the commands of our documents, as a reader types them: a block can use what an earlier one has set.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export type Shell = {
  /** @returns what the block printed. Rejects when it fails or writes to standard error. */
  run(script: string): Promise<string>;
  end(): void;
};

export function startShell(environment: Readonly<Record<string, string>>): Shell {
  const bash: ChildProcessWithoutNullStreams = spawn('bash', ['--noprofile', '--norc'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...environment },
  });
  let output = '';
  let errorOutput = '';
  const exited = once(bash, 'exit');
  bash.stdout.on('data', (chunk) => {
    output += chunk;
  });
  bash.stderr.on('data', (chunk) => {
    errorOutput += chunk;
  });
  return {
    async run(script) {
      output = '';
      bash.stdin.write(`${script}\necho "@done $?"\n`);
      const ended = /@done (\d+)\n$/;
      while (!ended.test(output)) {
        if (bash.exitCode !== null) throw new Error(`The shell ended: ${errorOutput}`);
        await Promise.race([once(bash.stdout, 'data'), exited]);
      }
      const status = ended.exec(output)?.[1];
      if (status !== '0' || errorOutput !== '') {
        throw new Error(`${script}\nended with ${status}: ${errorOutput}\n${output}`);
      }
      return output.replace(ended, '');
    },
    end: () => {
      bash.kill();
    },
  };
}
