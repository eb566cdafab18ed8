// A shell in which a reader of our documents types what stands in them: what one block sets, the next one uses.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export type Shell = {
  /** @returns what the block printed. Rejects when it fails or complains: only what runs without complaint passes. */
  run(script: string): Promise<string>;
  end(): void;
};

export function startShell(environment: Readonly<Record<string, string>>): Shell {
  const bash: ChildProcessWithoutNullStreams = spawn('bash', ['--noprofile', '--norc'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...environment },
  });
  let output = '';
  let complaints = '';
  bash.stdout.on('data', (chunk) => {
    output += chunk;
  });
  bash.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  return {
    async run(script) {
      output = '';
      bash.stdin.write(`${script}\necho "@done $?"\n`);
      const ended = /@done (\d+)\n$/;
      while (!ended.test(output)) {
        if (bash.exitCode !== null) throw new Error(`The shell ended: ${complaints}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const status = ended.exec(output)?.[1];
      if (status !== '0' || complaints !== '') {
        throw new Error(`${script}\nended with ${status}: ${complaints}\n${output}`);
      }
      return output.replace(ended, '');
    },
    end: () => {
      bash.kill();
    },
  };
}
