// What each page weighs as it is sent to somebody who comes for the first time: the document, uncompressed because it
// may hold secrets (decision 36), unless it is the same for everybody; with styles and scripts, which are compressed.
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/views/page/page.ts';
import { builtAssets } from './contexts.ts';
import { STATES } from './states.ts';

const PEOPLE = 20_000;
const CONSOLE = 30_000;

const isOf = (state: string, ...names: readonly string[]) =>
  names.some((name) => state === name || state.startsWith(`${name}-`));

/** All routes of the API, and all errors: to search in one page. */
const TO_SEARCH = 44_000;

/** What somebody filled to its limits, or what no server has at once, weighs more than the page. */
const FULL: Readonly<Record<string, number>> = {
  // Names of the greatest length.
  'console-server-audit-hostile': 32_000,
  // Twenty passkeys, twenty and ten addresses of 200 characters, all texts at their longest, every finding at once.
  'account-passkeys-full': 29_000,
  'console-addresses-full': 46_000,
  'console-events-full': 36_000,
  'console-doctor-every': 43_000,
  // With the form of the scopes of APIs under the items.
  'console-items-editing': 40_500,
  'console-items-full': 37_500,
  'console-items-full-viewer': 35_500,
};

const limitOf = (state: string): number => {
  if (isOf(state, 'reference', 'errors')) return TO_SEARCH;
  return FULL[state] ?? (isOf(state, 'console', 'guide', 'button') ? CONSOLE : PEOPLE);
};

/** Pages that are made once (constant-page.ts). */
const isConstant = (state: string) => isOf(state, 'reference', 'errors', 'help', 'guide', 'button');

const sizes = new Map<string, number>();
const compressed = (text: string): number => {
  const size = sizes.get(text) ?? brotliCompressSync(text).length;
  sizes.set(text, size);
  return size;
};

describe('pages: as it is sent', () => {
  // Another operator's style has another hash.
  const files = Object.values(builtAssets).map((file) => ({
    body: file.body,
    asked: new RegExp(`"${file.path.replace(/[0-9a-f]{16}$/, '[0-9a-f]{16}')}"`),
  }));

  it.each(Object.keys(STATES).map((state) => [state, limitOf(state)] as const))(
    '"%s" weighs at most %i bytes with everything that it loads, in every language',
    (state, most) => {
      for (const language of LANGUAGES) {
        const html = STATES[state]?.(language) ?? '';
        const loaded = files.filter(({ asked }) => asked.test(html)).map(({ body }) => compressed(body));
        expect(loaded.length).toBeGreaterThanOrEqual(3);
        const document = isConstant(state) ? compressed(html) : Buffer.byteLength(html);
        expect(
          loaded.reduce((sum, size) => sum + size, document),
          language,
        ).toBeLessThanOrEqual(most);
      }
    },
  );

  it('everything that may weigh more is a page', () => {
    expect(Object.keys(FULL).filter((state) => !Object.hasOwn(STATES, state))).toEqual([]);
  });
});
