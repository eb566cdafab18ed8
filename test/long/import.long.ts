// A million accounts of each format are imported in constant memory (contract 30). LATCHKEY_TEST_LINES sets another number,
// LATCHKEY_TEST_FORMATS fewer formats, LATCHKEY_TEST_STORE=postgres the other database. Prints rate and memory.
import { once } from 'node:events';
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawnProgram, startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';

const LINES = Number(process.env.LATCHKEY_TEST_LINES ?? 1_000_000);
const FORMATS = (process.env.LATCHKEY_TEST_FORMATS ?? 'jsonl,keycloak,auth0,firebase').split(',');
const BCRYPT = '$2b$10$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i';
const SALT = Buffer.alloc(16, 1).toString('base64');
const HASH = Buffer.alloc(64, 2).toString('base64');

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_LOG_LEVEL: 'warn' });
});
afterAll(() => server?.stop());

type Writes = { file: string; text(): Generator<string> };

function* listOf(count: number, userAt: (index: number) => object): Generator<string> {
  yield '{"users":[';
  for (let index = 0; index < count; index += 1) yield `${index > 0 ? ',' : ''}${JSON.stringify(userAt(index))}\n`;
  yield ']}';
}

function* linesOf(count: number, lineAt: (index: number) => object): Generator<string> {
  for (let index = 0; index < count; index += 1) yield `${JSON.stringify(lineAt(index))}\n`;
}

/** What each system would write, for accounts named `name`, and the flags that read it. */
function filesOf(format: string, name: string, count: number): { files: Writes[]; flags: string[] } {
  const file = join(server.folder, `${name}.json`);
  const email = (index: number) => `${name}-${index}@example.com`;
  switch (format) {
    case 'keycloak': {
      const credential = {
        type: 'password',
        secretData: JSON.stringify({ value: HASH, salt: SALT }),
        credentialData: JSON.stringify({ hashIterations: 27_500, algorithm: 'pbkdf2-sha256' }),
      };
      const user = (index: number) => ({
        ...{ id: `id-${index}`, createdTimestamp: 1_588_000_000_000, username: `${name}.u${index}`, enabled: true },
        ...{ email: email(index), emailVerified: true, firstName: 'Mina', lastName: 'Kim', credentials: [credential] },
      });
      return { files: [{ file, text: () => listOf(count, user) }], flags: [file] };
    }
    case 'auth0': {
      const passwords = `${file}.passwords`;
      const user = (index: number) => ({
        ...{ user_id: `auth0|${name}${index}`, email: email(index), email_verified: true, nickname: 'Mina' },
        created_at: '2020-02-03T04:05:06.789Z',
      });
      const password = (index: number) => ({ _id: { $oid: `${name}${index}` }, passwordHash: BCRYPT, tenant: 'shop' });
      return {
        files: [
          { file, text: () => linesOf(count, user) },
          { file: passwords, text: () => linesOf(count, password) },
        ],
        flags: [file, '--passwords', passwords],
      };
    }
    case 'firebase': {
      const config = `${file}.config`;
      const text = function* () {
        yield `base64_signer_key: ${HASH}, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14`;
      };
      const user = (index: number) => ({
        ...{ localId: `f${index}`, email: email(index), emailVerified: true, displayName: 'Mina Kim' },
        ...{ passwordHash: HASH, salt: SALT, createdAt: '1588000000000' },
      });
      return {
        files: [
          { file, text: () => listOf(count, user) },
          { file: config, text },
        ],
        flags: [file, '--hash-config', config],
      };
    }
    default: {
      const line = (index: number) => ({
        ...{ email: email(index), email_verified: true, username: `${name}.u${index}`, password: BCRYPT },
        ...{ created_at: '2020-02-03T04:05:06Z', profile: { nickname: 'Mina', locale: 'ko-KR' } },
      });
      return { files: [{ file, text: () => linesOf(count, line) }], flags: [file] };
    }
  }
}

async function writeFile({ file, text }: Writes): Promise<void> {
  const stream = createWriteStream(file);
  for (const part of text()) if (!stream.write(part)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}

/** The most memory that the process has had so far, in MB. */
function peakOf(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}

async function runImport(format: string, name: string, count: number) {
  const { files, flags } = filesOf(format, name, count);
  for (const one of files) await writeFile(one);
  const started = performance.now();
  const args = ['accounts', 'import', ...flags, '--format', format, '--json'];
  const child = spawnProgram(args, server.folder, server.environment as Record<string, string>);
  let [output, errors, peak] = ['', '', 0];
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const watch = setInterval(() => {
    try {
      peak = Math.max(peak, peakOf(child.pid ?? 0));
    } catch {} // It has ended.
  }, 100);
  const [status] = (await once(child, 'close')) as [number];
  clearInterval(watch);
  const seconds = (performance.now() - started) / 1000;
  for (const { file } of files) rmSync(file);
  if (status !== 0) throw new Error(errors);
  return { counts: JSON.parse(output) as Record<string, unknown>, seconds, peak };
}

describe.each(FORMATS)('contract 30: %s', (format) => {
  test(`${LINES} accounts take no more memory than a tenth of them`, async () => {
    const few = Math.ceil(LINES / 10);
    const small = await runImport(format, `few.${format}`, few);
    const large = await runImport(format, `many.${format}`, LINES);
    const told = ({ seconds, peak }: typeof small, count: number) =>
      `${count} in ${seconds.toFixed(1)} s (${Math.round(count / seconds)} a second), ${peak.toFixed(0)} MB`;
    console.log(`${format}: ${told(small, few)}; ${told(large, LINES)}`);
    expect(small.counts).toMatchObject({ created: few, refused: 0 });
    expect(large.counts).toMatchObject({ created: LINES, refused: 0 });
    // The collector leaves more behind in a longer run. A copy of the file would take hundreds of megabytes.
    expect(large.peak).toBeLessThan(small.peak + 120);
  });
});
