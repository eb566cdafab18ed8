// Which texts are refused as the server's secret (case P7).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { whyGuessable } from '../../../src/core/ground/guessable-secret.ts';
import { releasedDatabases } from '../../fixtures/databases/released.ts';

const EXAMPLE_FILE = new URL('../../../deploy/kubernetes/secret.example.yaml', import.meta.url);
const example = (parse(readFileSync(EXAMPLE_FILE, 'utf8')) as { stringData: { secret: string } }).stringData.secret;

describe('P7: a secret that can be guessed', () => {
  it.each([
    [example, 'is an example value'],
    ['change-me-change-me-change-me-change', 'is an example value'],
    ['CHANGE_THIS to something that is long enough', 'is an example value'],
    ['your_secret_goes_here_and_has_32_bytes', 'is an example value'],
    ['a'.repeat(32), 'has too few different characters'],
    ['0a'.repeat(32), 'has too few different characters'],
    ['\0'.repeat(64), 'has too few different characters'],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 'is a sequence of letters or digits'],
    ['zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPO', 'is a sequence of letters or digits'],
    ['0123456789abcdef0123456789abcdef', 'is a sequence of letters or digits'],
    ['q9Z0tYxLq9Z0tYxLq9Z0tYxLq9Z0tYxL', 'repeats itself'],
    ['hunter2!hunter2!hunter2!hunter2!hunter2!', 'repeats itself'],
    ['password1password2password3password4', 'repeats itself'],
  ])('%s %s', (text, why) => {
    expect(whyGuessable(Buffer.from(text))).toBe(why);
  });

  it.each([
    'a-secret-of-more-than-thirty-two-bytes',
    'the old secret of more than thirty-two bytes',
    'correct horse battery staple correct horse battery staple',
    ...releasedDatabases().map(({ secret }) => secret),
  ])('but a long readable text is not refused: %s', (text) => {
    expect(whyGuessable(Buffer.from(text))).toBeUndefined();
  });

  it.each(['base64', 'base64url', 'hex', 'latin1'] as const)('nor is one of 10,000 random texts in %s', (spelling) => {
    const texts = Array.from({ length: 10_000 }, (_, i) => {
      // The same in each run: in hexadecimal, chance alone brings one that is refused in 2,700 runs.
      const bytes = createHash('sha256').update(`${spelling} ${i}`).digest();
      return bytes.subarray(0, spelling === 'hex' ? 16 : 32).toString(spelling);
    });
    expect(texts.filter((text) => whyGuessable(Buffer.from(text, 'latin1')) !== undefined)).toEqual([]);
  });
});
