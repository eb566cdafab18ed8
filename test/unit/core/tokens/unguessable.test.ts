// What is handed out as a secret cannot be guessed (cases C1, G1; RFC 6749 10.10): in thousands of codes and tokens no
// bit is set more often than not, nothing comes twice, and no two share a stretch.
import { describe, expect, test } from 'vitest';
import { issueCode } from '../../../../src/core/grants/authorize/issue-code.ts';
import type { Grant } from '../../../../src/core/grants/tokens/grant.ts';
import { makeTokenPair } from '../../../../src/core/grants/tokens/token-format.ts';
import { createServerSecrets, newFamilySeed } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { newId } from '../../../helpers/new-id.ts';
import { givenConnection, givenRequest, givenSignedIn, NOW } from '../given.ts';

const secrets = createServerSecrets(Buffer.alloc(32, 1));
/** RFC 6749 appendix A.11, A.12 and A.17: visible ASCII. */
const VISIBLE = /^[\x20-\x7E]+$/;
const MAX_DEVIATION = 7;

/** Shares of set bits that are further from one half than chance brings them in the life of this test. */
function unevenBits(all: readonly Buffer[]): number[] {
  const counts = new Array<number>((all[0]?.byteLength ?? 0) * 8).fill(0);
  for (const bytes of all) for (const bit of counts.keys()) counts[bit] = (counts[bit] ?? 0) + bitOf(bytes, bit);
  const standardDeviation = Math.sqrt(all.length) / 2;
  return counts.filter((count) => Math.abs(count - all.length / 2) > MAX_DEVIATION * standardDeviation);
}

const bitOf = (bytes: Buffer, bit: number): number => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1;

/** Pairs that have the same eight bytes in the same place. */
function sharedStretches(all: readonly Buffer[]): number {
  let shared = 0;
  for (let at = 0; at + 8 <= (all[0]?.byteLength ?? 0); at += 1) {
    shared += all.length - new Set(all.map((bytes) => bytes.toString('latin1', at, at + 8))).size;
  }
  return shared;
}

function expectUnguessable(all: readonly Buffer[], bits: number): void {
  expect(all.every((bytes) => bytes.byteLength * 8 === bits)).toBe(true);
  expect(unevenBits(all)).toEqual([]);
  expect(sharedStretches(all)).toBe(0);
}

test('C1: 10,000 codes issued at one moment to one person, and the seeds of their families: 256 bits each, none twice, no shared structure', async () => {
  const stored = new Set<string>();
  const seeds: Buffer[] = [];
  const issue = async ({ codeHash, familySeed, familySeedFrom }: Grant) => {
    stored.add(codeHash.toString('hex'));
    if (familySeed && familySeedFrom === 0) seeds.push(familySeed);
    return 'issued';
  };
  const deps = {
    codes: { issue },
    clock: { now: () => NOW },
    rules: { codeTtlSeconds: 60 },
    publish: () => undefined,
    secrets,
  } as unknown as Ports;
  const input = {
    request: givenRequest(),
    ...givenSignedIn(),
    connection: givenConnection(),
    items: [],
    scopes: [],
    stampHash: undefined,
  };
  const codes: string[] = [];
  for (let i = 0; i < 10_000; i += 1) {
    const issued = await issueCode(deps, input);
    if (issued.kind === 'issued') codes.push(issued.code);
  }
  expect(new Set(codes).size).toBe(10_000);
  expect(stored.size).toBe(10_000);
  for (const code of codes) expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expectUnguessable(
    codes.map((code) => Buffer.from(code, 'base64url')),
    256,
  );
  expect(new Set(seeds.map(String)).size).toBe(10_000);
  expectUnguessable(seeds, 256);
});

describe('G1: 5,000 refresh and access tokens', () => {
  const newFamily = () => ({ id: newId(), familySeed: newFamilySeed(), familySeedFrom: 0 });
  const family = newFamily();
  const pairs = {
    'of one family, one after the other': (i: number) => ({ family, generation: i + 1, accessTokenId: newId() }),
    'the first of as many families': () => ({ family: newFamily(), generation: 1, accessTokenId: newId() }),
  };

  test.each(Object.entries(pairs))(
    '%s: 256 unguessable bits at the end of each, in visible characters',
    (_which, of) => {
      const made = Array.from({ length: 5_000 }, (_, i) => makeTokenPair(secrets, of(i)));
      for (const name of ['refreshToken', 'accessToken'] as const) {
        const tokens = made.map((pair) => pair[name]);
        expect(new Set(tokens).size).toBe(5_000);
        for (const token of tokens) expect(token).toMatch(VISIBLE);
        // Before it stands what names the family and generation, or the row: no secret.
        const derived = tokens.map((token) => Buffer.from(token.slice('lk_rt_'.length), 'base64url').subarray(-32));
        expectUnguessable(derived, 256);
      }
    },
  );
});
