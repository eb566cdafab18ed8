// The first bytes of an uploaded picture, which arrives in parts of any size.
import { expect, test } from 'vitest';
import { extendHead, isInterlacedIn16Bits, isPictureFile } from '../../../../src/core/people/pictures/picture-file.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x10\x02\0\0\x01rest of the file', 'latin1');

const NONE = Buffer.alloc(0);

test('contract 27: the format is known however the file was cut on its way', () => {
  for (const size of [1, 7, 31, 32, 33, PNG.length]) {
    const parts = Array.from({ length: Math.ceil(PNG.length / size) }, (_, at) =>
      PNG.subarray(at * size, (at + 1) * size),
    );
    const head = parts.reduce(extendHead, NONE);
    expect([isPictureFile(head), isInterlacedIn16Bits(head)], `parts of ${size}`).toEqual([true, true]);
  }
  expect(isPictureFile(NONE)).toBe(false);
  expect(isPictureFile(extendHead(NONE, PNG.subarray(0, 3)))).toBe(false);
});
