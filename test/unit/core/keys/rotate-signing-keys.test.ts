// The change of signing keys that an operator asks for: as soon as every client can know the next key, or at once after
// a leak.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import { createSigningKeys } from '../../../../src/core/server/keys/create-signing-keys.ts';
import { keepSigningKeys } from '../../../../src/core/server/keys/keep-signing-keys.ts';
import { PUBLISHED_AHEAD_MS } from '../../../../src/core/server/keys/key-schedule.ts';
import { rotateSigningKeys } from '../../../../src/core/server/keys/rotate-signing-keys.ts';
import type { SigningKey } from '../../../../src/core/server/keys/signing-key.ts';
import { openTestPorts, type TestPorts } from '../accounts/open-ports.ts';

const AHEAD_SECONDS = PUBLISHED_AHEAD_MS / 1000;
const DAY_MS = 86_400_000;
const algorithm = 'ES256';
let ports: TestPorts;
let close: () => Promise<void>;
let first: SigningKey;
let second: SigningKey;

beforeEach(async () => {
  ({ ports, close } = await openTestPorts());
  await ports.signingKeys.signer(algorithm);
  [first, second] = (await ports.keys.list()) as [SigningKey, SigningKey];
});
afterEach(() => close());

const rotate = (change: { revoke?: boolean } = {}, from = ports) =>
  rotateSigningKeys(from, { algorithm, revoke: false, ...change });
/** The name of the key that a process started now signs with. */
const signing = async (): Promise<string> => {
  const jwt = await (await createSigningKeys(ports).signer(algorithm)).sign('JWT', {});
  return JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid;
};
const published = async () => (await createSigningKeys(ports).publicKeys()).map(({ kid }) => kid);
const stored = async () => (await ports.keys.list()).filter((key) => key.algorithm === algorithm);

describe('keys rotate', () => {
  it('changes at once when the next key has been published long enough, and makes another next', async () => {
    ports.clock.advance(AHEAD_SECONDS);
    const now = ports.clock.now();
    const rotated = await rotate();
    expect(rotated).toMatchObject({ algorithm, changed: true, revoked: [] });
    expect(rotated?.to).toMatchObject({ id: second.id, signsFrom: now });
    expect(rotated?.next).toMatchObject({ number: 3, signsFrom: now + 90 * DAY_MS });
    expect(await signing()).toBe(second.id);
    expect(await published()).toEqual(expect.arrayContaining([first.id, second.id, rotated?.next?.id]));
  });

  it('changes at the earliest safe moment when it has not, and the key of before signs until then', async () => {
    ports.clock.advance(60);
    const rotated = await rotate();
    expect(rotated?.to).toMatchObject({ id: second.id, signsFrom: second.createdAt + PUBLISHED_AHEAD_MS });
    expect(await signing()).toBe(first.id);
    ports.clock.advance(AHEAD_SECONDS - 61);
    expect(await signing()).toBe(first.id);
    ports.clock.advance(1);
    expect(await signing()).toBe(second.id);
  });

  it('asked again while the change is to come, changes nothing', async () => {
    const planned = await rotate();
    const before = await stored();
    ports.clock.advance(60);
    const again = await rotate();
    expect(again).toMatchObject({ changed: false, to: { id: second.id, signsFrom: planned?.to.signsFrom } });
    expect(await stored()).toEqual(before);
    expect(await keepSigningKeys(ports)).toEqual([]);
  });

  it('asked right after a change, plans the following one for when its key can be known', async () => {
    ports.clock.advance(AHEAD_SECONDS);
    const { next } = (await rotate()) ?? {};
    const again = await rotate();
    expect(again?.to).toMatchObject({ id: next?.id, signsFrom: (next?.createdAt ?? 0) + PUBLISHED_AHEAD_MS });
    expect(await signing()).toBe(second.id);
  });

  it('never moves a change away that the schedule has brought near', async () => {
    ports.clock.advance((second.signsFrom - ports.clock.now()) / 1000 - 5);
    expect((await rotate())?.to).toMatchObject({ id: second.id, signsFrom: ports.clock.now() });
  });

  it('of 10 commands at once one changes the keys, and the others tell what stands', async () => {
    ports.clock.advance(AHEAD_SECONDS);
    const rotated = await Promise.all(Array.from({ length: 10 }, () => rotate()));
    expect(rotated.filter((one) => one?.changed)).toHaveLength(1);
    expect(new Set(rotated.map((one) => one?.to.id))).toEqual(new Set([second.id]));
    expect((await stored()).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('does nothing where there are no keys', async () => {
    expect(await rotateSigningKeys(ports, { algorithm: 'EdDSA', revoke: false })).toBeUndefined();
    expect(await rotateSigningKeys(ports, { algorithm: 'EdDSA', revoke: true })).toBeUndefined();
  });
});

describe('keys rotate --revoke', () => {
  it('the next key signs at once, every older one is given up: neither published nor believed', async () => {
    const process = createSigningKeys(ports);
    const leaked = await (await process.signer(algorithm)).sign('JWT', { sub: 's' });
    expect(await process.verify(leaked)).toBeDefined();
    const rotated = await rotate({ revoke: true });
    expect(rotated?.revoked.map(({ id }) => id)).toEqual([first.id]);
    expect(await signing()).toBe(second.id);
    expect(await published()).not.toContain(first.id);
    // A process that was running sees it within the second in which it keeps its list.
    ports.clock.advance(1);
    expect(await process.verify(leaked)).toBeUndefined();
    expect(await process.publicKeys()).toEqual(await createSigningKeys(ports).publicKeys());
  });

  it('also gives up keys of the past, and brings a planned change forward', async () => {
    ports.clock.advance(AHEAD_SECONDS);
    const { next } = (await rotate()) ?? {};
    await rotate();
    const rotated = await rotate({ revoke: true });
    expect(rotated?.revoked.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(await signing()).toBe(next?.id);
    const states = (await stored()).map(({ number, revokedAt }) => [number, revokedAt !== undefined]);
    expect(states).toEqual([
      [1, true],
      [2, true],
      [3, false],
      [4, false],
    ]);
  });

  it('of 10 commands at once one gives the keys up; the key it changed to is not given up by the others', async () => {
    const rotated = await Promise.all(Array.from({ length: 10 }, () => rotate({ revoke: true })));
    expect(rotated.filter((one) => one?.changed)).toHaveLength(1);
    expect((await stored()).map(({ revokedAt }) => revokedAt !== undefined)).toEqual([true, false, false]);
  });

  it('beside commands that only rotate, the leaked key is given up whoever comes first', async () => {
    for (let round = 0; round < 5; round += 1) {
      ports.clock.advance(AHEAD_SECONDS);
      const leaked = await signing();
      await Promise.all([rotate(), rotate({ revoke: true }), rotate(), keepSigningKeys(ports)]);
      expect((await stored()).find(({ id }) => id === leaked)?.revokedAt).toBeDefined();
      expect(await signing()).not.toBe(leaked);
    }
  });

  it('run twice, it changes to a key that was made after the leak', async () => {
    const leakedAt = ports.clock.now();
    ports.clock.advance(1);
    await rotate({ revoke: true });
    const rotated = await rotate({ revoke: true });
    expect(rotated?.to.createdAt).toBeGreaterThan(leakedAt);
    expect(rotated?.revoked.map(({ id }) => id)).toEqual([second.id]);
    const believed = (await stored()).filter(({ revokedAt }) => revokedAt === undefined);
    expect(believed.every(({ createdAt }) => createdAt > leakedAt)).toBe(true);
  });

  it('the keys made after it have numbers of their own, though every older one is given up', async () => {
    await rotate({ revoke: true });
    const rotated = await rotate({ revoke: true });
    expect((await stored()).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(await signing()).toBe(rotated?.to.id);
  });
});

describe('when the secret is lost', () => {
  it('rotate makes new keys; one signs at once, and what the old ones signed is still believed', async () => {
    const old = await (await createSigningKeys(ports).signer(algorithm)).sign('JWT', { sub: 's' });
    const others: TestPorts = { ...ports, secrets: createServerSecrets(Buffer.alloc(32, 9)) };
    const rotated = await rotate({}, others);
    expect(rotated).toMatchObject({ changed: true, revoked: [], to: { number: 3 }, next: { number: 4 } });
    const keys = createSigningKeys(others);
    const jwt = await (await keys.signer(algorithm)).sign('JWT', {});
    expect(await keys.verify(jwt)).toBeDefined();
    expect(await keys.verify(old)).toBeDefined();
    // Also when the time of the key that nobody can open has come.
    ports.clock.advance(91 * 86_400);
    await (await createSigningKeys(others).signer(algorithm)).sign('JWT', {});
  });

  it('with only the next key lost, the current one signs until a new one can be known', async () => {
    const { sealedPrivateKey } = second;
    await ports.keys.reseal(second.id, sealedPrivateKey, Buffer.alloc(sealedPrivateKey.byteLength));
    const rotated = await rotate();
    expect(rotated?.to).toMatchObject({ number: 3, signsFrom: ports.clock.now() + PUBLISHED_AHEAD_MS });
    expect(await signing()).toBe(first.id);
    ports.clock.advance(AHEAD_SECONDS);
    expect(await signing()).toBe(rotated?.to.id);
  });
});
