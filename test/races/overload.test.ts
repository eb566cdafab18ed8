// The real program when it gets too little of the processor (case M17): its event loop is late again and again. Some
// new requests are answered 503 at once, health and metrics never, and soon after it is as before.
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';

/** Stopped for so long between moments in which it runs. */
const STOPPED_MS = 500;
const RUNS_MS = 40;
/** A busy machine gives it even less. */
const WITHIN_MS = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_LOG_LEVEL: 'info' });
});
afterAll(() => server.stop());

/** Takes the processor away, again and again, until told to leave it alone. */
function starve({ pid }: TestServer): () => Promise<void> {
  let starving = true;
  const done = (async () => {
    while (starving) {
      process.kill(pid, 'SIGSTOP');
      await pause(STOPPED_MS);
      process.kill(pid, 'SIGCONT');
      await pause(RUNS_MS);
    }
  })();
  return () => {
    starving = false;
    return done;
  };
}

type Answer = { status: number; retryAfter: string | null; type: string | null; text: string };

async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  const { status, headers } = response;
  return {
    status,
    retryAfter: headers.get('retry-after'),
    type: headers.get('content-type'),
    text: await response.text(),
  };
}

const ASKED: Readonly<Record<string, (server: TestServer) => Promise<Answer>>> = {
  '/oauth/token': ({ authUrl }) =>
    ask(`${authUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) }),
  '/user-info': ({ apiUrl }) => ask(`${apiUrl}/user-info`),
  '/login': ({ authUrl }) => ask(`${authUrl}/login`, { headers: { accept: 'text/html' } }),
};

/** Asks all three again and again until each was refused. */
async function untilEachIsRefused(): Promise<Record<string, Answer>> {
  const refused: Record<string, Answer> = {};
  const startedAt = performance.now();
  while (Object.keys(refused).length < 3 && performance.now() - startedAt < WITHIN_MS) {
    const asked = Object.entries(ASKED).flatMap((entry) => [entry, entry, entry]);
    const answers = await Promise.all(asked.map(async ([path, request]) => [path, await request(server)] as const));
    for (const [path, answer] of answers) if (answer.status === 503) refused[path] = answer;
  }
  return refused;
}

const statuses = async () =>
  (await Promise.all(Object.values(ASKED).map((request) => request(server)))).map(({ status }) => status);
const FINE = [400, 401, 200];

test('M17: a loop that stays late refuses some at once, never health or metrics, and lets all in again', {
  timeout: 180_000,
}, async () => {
  expect(await statuses()).toEqual(FINE);
  const stopStarving = starve(server);
  const refused = await untilEachIsRefused();
  const operations = await Promise.all(
    Array.from({ length: 10 }, () =>
      Promise.all([ask(`${server.opsUrl}/health/ready`), ask(`${server.opsUrl}/metrics`)]),
    ),
  );
  await stopStarving();

  expect(Object.keys(refused).sort()).toEqual(Object.keys(ASKED).sort());
  for (const { retryAfter } of Object.values(refused)) expect(['1', '2', '3']).toContain(retryAfter);
  expect(JSON.parse(refused['/oauth/token']?.text ?? '')).toMatchObject({ error: 'temporarily_unavailable' });
  expect(refused['/user-info']?.type).toMatch(/^application\/problem\+json/);
  expect(refused['/login']?.type).toMatch(/^text\/html/);
  expect(operations.flat().map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(operations[0]?.[1]?.text).toMatch(/^latchkey_requests_shed_total\{reason="event_loop"\} [1-9]/m);

  // Two seconds after it is calm (test/wire/overload.test.ts), and that is when the machine lets it be.
  await expect.poll(() => Promise.all(Array.from({ length: 10 }, statuses))).toEqual(Array(10).fill(FINE));
  const lines = server
    .logs()
    .split('\n')
    .filter((line) => line.includes('"event":"overload"'));
  expect(lines.length).toBeGreaterThanOrEqual(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, lagMs: expect.any(Number), shed: { in_flight: 0 } });
  expect(server.logs()).not.toContain('was refused temporarily');
});

test('M17: one long standstill refuses nobody: what came meanwhile is answered', async () => {
  const standStill = async () => {
    process.kill(server.pid, 'SIGSTOP');
    const meanwhile = Promise.all(Array.from({ length: 30 }, statuses));
    await pause(2000);
    process.kill(server.pid, 'SIGCONT');
    return [...(await meanwhile), ...(await Promise.all(Array.from({ length: 30 }, statuses)))];
  };
  const fine = Array(60).fill(FINE);
  if (isDeepStrictEqual(await standStill(), fine)) return;
  // A busy machine lets it stand still a second time of its own accord; a fault refuses some every time.
  await expect.poll(() => Promise.all(Array.from({ length: 10 }, statuses))).toEqual(Array(10).fill(FINE));
  expect(await standStill()).toEqual(fine);
});
