// The file of `policy set --logo` (contract 29; case N7): what is taken for a logo, and what is said of everything else.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CommandFailed } from '../../../src/cli/frame/command.ts';
import { readLogoFile } from '../../../src/cli/policy/logo-file.ts';
import { serviceLogoBytes } from '../../../src/core/server/policy/service-logo.ts';
import { png, pngChunk, WEBP } from '../../helpers/images.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-logo-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(bytes: Buffer): string {
  const file = join(folder, 'logo');
  writeFileSync(file, bytes);
  return file;
}

const CHUNK_BYTES = pngChunk('tEXt', Buffer.alloc(0)).length;
/** A whole image of so many bytes. */
const sized = (size: number) =>
  png(1, 1, { extra: [pngChunk('tEXt', Buffer.alloc(size - png(1).length - CHUNK_BYTES, 'a'))] });

it.each([
  ['image/png', png(512, 3)],
  ['image/png', sized(48 * 1024)],
  ['image/webp', WEBP.lossy],
  ['image/webp', WEBP.lossless],
])('contract 29: a whole image is read as it is, and its bytes say that it is %s', (mediaType, bytes) => {
  const logo = readLogoFile(write(bytes));
  expect([logo.mediaType, serviceLogoBytes(logo).equals(bytes)]).toEqual([mediaType, true]);
});

const MALFORMED = 'not a complete PNG or WebP image';

it.each([
  ['empty', Buffer.alloc(0), MALFORMED],
  ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), MALFORMED],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), MALFORMED],
  ['half an image', png(64).subarray(0, 60), MALFORMED],
  ['a WebP cut off', WEBP.lossy.subarray(0, 20), MALFORMED],
  ['an image with something behind it', Buffer.concat([png(1), Buffer.alloc(9)]), MALFORMED],
  ['an image, one byte too large', sized(48 * 1024 + 1), 'larger than 48 KiB'],
  ['an image, far too large', sized(1024 * 1024), 'larger than 48 KiB'],
  ['too wide', png(513, 1), 'more than 512 pixels wide or high'],
  ['too high', png(1, 513), 'more than 512 pixels wide or high'],
  ['animated', png(1, 1, { extra: [pngChunk('acTL', Buffer.alloc(8))] }), 'animated'],
])('contract 29: a file that is %s is refused in one line that says why', (_what, bytes, reason) => {
  const file = write(bytes);
  expect(() => readLogoFile(file)).toThrow(new CommandFailed(`--logo ${file}: ${reason}`));
});

it('contract 29: a file that is missing, and a folder, are refused in one line that names them', () => {
  const missing = join(folder, 'nowhere.png');
  expect(() => readLogoFile(missing)).toThrow(CommandFailed);
  expect(() => readLogoFile(missing)).toThrow(/^--logo \S+nowhere\.png: there is no such file$/);
  expect(() => readLogoFile(folder)).toThrow(CommandFailed);
  expect(() => readLogoFile(folder)).toThrow(/^--logo \S+: is a folder, not a file$/);
});
