// `latchkey serve --workers N`: one primary for operators, N processes for everybody else; what happens when one of
// them dies, when all are told to stop, and when they cannot start. Load and races are in test/races/workers.test.ts.
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pauseBeforeRestart } from '../../../src/cli/workers/restart-pause.ts';
import { holdRequest } from '../../helpers/held-request.ts';
import type { TestServer } from '../../helpers/server.ts';
import { isAlive, startWorkers, until, workersOf } from '../../helpers/workers.ts';
import { latchkey, makeFolder } from './latchkey.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop('SIGKILL');
  server = undefined;
});

const start = async (count: number, settings?: Record<string, string>): Promise<TestServer> => {
  server = await startWorkers(count, settings);
  return server;
};

const statusOf = (url: string) =>
  fetch(url, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 0,
  );
const metadataOf = ({ authUrl }: TestServer) => statusOf(`${authUrl}/.well-known/oauth-authorization-server`);
const readyOf = ({ opsUrl }: TestServer) => statusOf(`${opsUrl}/health/ready`);
const countOf = (text: string, part: string) => text.split(part).length - 1;

describe('two workers, of which one dies, then both, then the primary', () => {
  let running: TestServer;
  beforeAll(async () => {
    running = await startWorkers(2, { LATCHKEY_SERVICE_NAME: 'Harbour' });
  });
  afterAll(() => running?.stop('SIGKILL'));

  it('decision 8: one process migrates and makes the setup link; N processes serve both hosts', async () => {
    expect(workersOf(running)).toHaveLength(2);
    expect(countOf(running.logs(), 'Database migrated')).toBe(1);
    // Printed once the log tells that it is ready.
    await until(() => running.logs().includes('/setup?token='));
    expect(countOf(running.logs(), '/setup?token=')).toBe(1);
    expect([await metadataOf(running), await statusOf(`${running.apiUrl}/user-info`)]).toEqual([200, 401]);
  });

  it('decision 8: the primary tells the metrics of every process, each under its own label', async () => {
    const read = async () => (await fetch(`${running.opsUrl}/metrics`)).text();
    const requests = /latchkey_request_duration_seconds_count\{[^}]*worker="(\d)"[^}]*\} \d+/g;
    await until(async () => {
      await metadataOf(running);
      return new Set([...(await read()).matchAll(requests)].map(([, worker]) => worker)).size === 2;
    });
    const text = await read();
    for (const worker of ['primary', '1', '2']) expect(text).toMatch(`process_start_time_seconds{worker="${worker}"}`);
    expect(countOf(text, '# TYPE latchkey_request_duration_seconds histogram')).toBe(1);
  });

  it('M18: one that dies is started again, under its number, and the log tells of it', async () => {
    const [victim = 0] = workersOf(running);
    process.kill(victim, 'SIGKILL');
    await until(() => countOf(running.logs(), '"host":"api","msg":"Server listening') === 3);
    expect(workersOf(running)).toHaveLength(2);
    expect(workersOf(running)).not.toContain(victim);
    const told = running
      .logs()
      .split('\n')
      .find((line) => line.includes('A worker exited'));
    expect(JSON.parse(told ?? '')).toMatchObject({ worker: 1, pid: victim, signal: 'SIGKILL', pauseMs: 0 });
  });

  it('contract 1, M18: ready while any listens, 503 while none does; they come back with the settings that the primary read', async () => {
    // Whatever became of the files since.
    const file = `${running.folder}/data/secret.key`;
    const secret = readFileSync(file);
    rmSync(file);
    const [first = 0, second = 0] = workersOf(running);
    process.kill(first, 'SIGKILL');
    expect(await readyOf(running)).toBe(200);
    process.kill(second, 'SIGKILL');
    await until(async () => (await readyOf(running)) === 503);
    await until(async () => (await readyOf(running)) === 200);
    expect(await metadataOf(running)).toBe(200);
    expect(await (await fetch(`${running.authUrl}/login`)).text()).toContain('Harbour');
    writeFileSync(file, secret, { mode: 0o600 });
  });

  it('M18: dying again and again, it is waited for, and serves in the end', async () => {
    const [exited, listening, paused] = ['A worker exited', '"host":"api","msg":"Server listening', '"pauseMs":'].map(
      (part) => () => countOf(running.logs(), part),
    ) as [() => number, () => number, () => number];
    const before = [exited(), listening(), paused()] as const;
    for (const deaths of [1, 2, 3]) {
      const newest = Math.max(...workersOf(running));
      process.kill(newest, 'SIGKILL');
      await until(() => exited() === before[0] + deaths && workersOf(running).length === 2);
      await until(() => listening() === before[1] + deaths);
    }
    expect(paused()).toBe(before[2] + 3);
    expect(await metadataOf(running)).toBe(200);
  });

  it('M1: when the primary is killed its workers end too: the next start finds the ports free', async () => {
    const workers = workersOf(running);
    process.kill(running.pid, 'SIGKILL');
    await until(() => !workers.some(isAlive));
    await running.restart();
    expect(await metadataOf(running)).toBe(200);
  });

  it('contract 1: SIGTERM ends every process with exit code 0; a client that never finishes is cut after ten seconds', async () => {
    // Once by each of two primaries.
    await until(() => countOf(running.logs(), '"Ready"') === 2);
    await holdRequest(running);
    const [workers, exited] = [workersOf(running), countOf(running.logs(), 'A worker exited')];
    expect(workers).toHaveLength(2);
    expect(await running.stop('SIGTERM')).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
    expect(countOf(running.logs(), 'A worker exited')).toBe(exited);
  });
});

describe('starting', () => {
  it('contract 1: another number of workers than 1 to 99 is refused, with every other fault', async () => {
    const { status, stderr } = await latchkey(makeFolder(), ['serve', '--workers', '0', '--only', 'web']);
    expect(status).toBe(1);
    expect(stderr).toContain('--workers "0" is not valid; allowed: a whole number from 1 to 99');
    expect(stderr).toContain('--only "web" is not valid; allowed: auth, api');
  });

  // One that workers listen on, and the one of the primary: a process listens on its own one after another.
  it.each(['auth', 'ops'] as const)(
    'contract 1: when the %s port is in use it ends with 1 and one clear line',
    async (name) => {
      const holder = createServer();
      await once(holder.listen(0, '127.0.0.1'), 'listening');
      const { port } = holder.address() as AddressInfo;
      const env = {
        LATCHKEY_AUTH_LISTEN: '127.0.0.1:0',
        LATCHKEY_API_LISTEN: '127.0.0.1:0',
        LATCHKEY_OPS_LISTEN: 'off',
        LATCHKEY_LOG_LEVEL: 'silent',
        [`LATCHKEY_${name.toUpperCase()}_LISTEN`]: `127.0.0.1:${port}`,
      };
      const { status, stdout, stderr } = await latchkey(makeFolder(), ['serve', '--workers', '2'], { env });
      holder.close();
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `latchkey: ${name}_listen: cannot listen on 127.0.0.1:${port}: another process is already listening there\n`,
      );
    },
  );
});

describe('a worker that dies', () => {
  it.each([
    ['the first time', 0, 5, 0, 1],
    ['after a long life', 7, 10_000, 0, 0],
    ['soon, a second time', 1, 5, 250, 2],
    ['soon, a fourth time', 3, 5, 1_000, 4],
    ['soon, ever again', 20, 5, 30_000, 21],
  ])('M18: the pause before the next start grows with deaths in a row: %s', (_when, before, lived, pauseMs, after) => {
    expect(pauseBeforeRestart(before, lived)).toEqual({ pauseMs, quickDeaths: after });
  });
});

describe('stopping', () => {
  it('contract 1: a signal to the whole process group, as Ctrl-C sends it, is one signal', async () => {
    const running = await start(2);
    const socket = await holdRequest(running);
    const workers = workersOf(running);
    for (const pid of [...workers, running.pid]) process.kill(pid, 'SIGINT');
    await until(async () => (await readyOf(running)) === 503);
    socket.write('a=b');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await running.stop('SIGCONT')).toBe(0);
    server = undefined;
    expect(workers.filter(isAlive)).toEqual([]);
    expect(running.logs()).not.toContain('A worker exited');
  });

  it('contract 1: a second signal ends every process at once', async () => {
    const running = await start(2);
    await holdRequest(running);
    const workers = workersOf(running);
    process.kill(running.pid, 'SIGTERM');
    await until(() => running.logs().includes('Stopping'));
    expect(await running.stop()).not.toBe(0);
    server = undefined;
    await until(() => !workers.some(isAlive));
  });
});
