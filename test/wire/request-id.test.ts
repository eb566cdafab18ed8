// Request ids (contract 9): ours, and no number that tells how many requests there were before.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRequestIds } from '../../src/http/log/request-id.ts';
import { request, sendRaw, startHost, type TestHost } from './raw-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

const BITS = 72;
const bitsOf = (id: string) =>
  [...Buffer.from(id, 'base64url')].flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number));

test('72 bits, each of them as often 0 as 1, whatever came before: no counter, no clock, no name of the process', () => {
  const next = createRequestIds();
  const ids = Array.from({ length: 4000 }, next);
  expect(new Set(ids).size).toBe(ids.length);
  const all = ids.map(bitsOf);
  // Six deviations of a fair coin (31.6 in 4,000): missed by chance once in ten million runs.
  const fair = (count: number) => Math.abs(count - 2000) < 200;
  for (let bit = 0; bit < BITS; bit++) {
    expect(fair(all.filter((bits) => bits[bit] === 1).length), `bit ${bit}`).toBe(true);
    // Nor does a bit follow from the same one of the id before.
    const changed = all.filter((bits, index) => bits[bit] !== all.at(index - 1)?.[bit]).length;
    expect(fair(changed), `bit ${bit} from id to id`).toBe(true);
  }
});

test('two processes, or two hosts, have nothing in common', () => {
  const [one, other] = [createRequestIds(), createRequestIds()];
  const ids = Array.from({ length: 2000 }, () => [one(), other()]).flat();
  expect(new Set(ids).size).toBe(4000);
});

test('every answer has one of its own: of a route, of none, of one without a body, of a request nobody can read', async () => {
  const [garbage] = await sendRaw(host.port, 'GARBAGE\r\n\r\n');
  const answers = [
    await request(host.port, '/things'),
    await request(host.port, '/nothing'),
    await request(host.port, '/things/abc', { method: 'DELETE' }),
    await request(host.port, '*', { method: 'OPTIONS' }),
    await request(host.port, '/things', { headers: { 'X-Request-Id': 'mine' } }),
    garbage,
  ];
  const ids = answers.map((answer) => answer?.headers['x-request-id'] ?? '');
  for (const id of ids) expect(id).toMatch(/^[\w-]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
