// What each page weighs as it is sent to somebody who comes for the first time: the document, uncompressed because it
// may hold secrets (decision 36), unless it is the same for everybody; with styles and scripts, which are compressed
// where they are the same for everybody.
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildLooks } from '../../../src/views/assets/build-style.ts';
import { LANGUAGES } from '../../../src/views/page/page.ts';
import { LOOKS_PATH } from '../../../src/views/policy/sign-in-preview.tsx';
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
  // A hundred scopes, one of them open.
  'console-api-full': 54_000,
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

/** What a page loads: styles, scripts and the icon. */
const LOADS = /<(?:link\b[^>]* href|script\b[^>]* src)="([^"]*)"/g;

/** By path without the hash: another operator's style has another. */
const files = new Map(Object.values(builtAssets).map(({ path, body }) => [unhashed(path), body]));

function unhashed(path: string): string {
  return path.replace(/-[0-9a-f]{16}$/, '');
}

/** What the request for `url` is answered with. The looks are made for each request, and not compressed. */
const sentFor = (url: string): number | undefined => {
  const [path = '', query] = url.split('?');
  if (path === LOOKS_PATH) {
    const color = new URLSearchParams(query).get('accent_color') ?? '';
    return Buffer.byteLength(buildLooks(builtAssets.style.body, color));
  }
  const body = files.get(unhashed(path));
  return body === undefined ? undefined : compressed(body);
};

describe('pages: as it is sent', () => {
  it.each(Object.keys(STATES).map((state) => [state, limitOf(state)] as const))(
    '"%s" weighs at most %i bytes with everything that it loads, in every language',
    (state, most) => {
      for (const language of LANGUAGES) {
        const html = STATES[state]?.(language) ?? '';
        const loaded = [...html.matchAll(LOADS)].map(([, url = '']) => [url, sentFor(url)] as const);
        expect(loaded).toHaveLength(html.match(/<(?:link|script)\b/g)?.length ?? Number.NaN);
        expect(loaded.filter(([, size]) => size === undefined)).toEqual([]);
        const document = isConstant(state) ? compressed(html) : Buffer.byteLength(html);
        const total = loaded.reduce((sum, [, size = 0]) => sum + size, document);
        expect(total, language).toBeLessThanOrEqual(most);
      }
    },
  );

  it('everything that may weigh more is a page', () => {
    expect(Object.keys(FULL).filter((state) => !Object.hasOwn(STATES, state))).toEqual([]);
  });
});
