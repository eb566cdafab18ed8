// What passes for a logo (contract 3; case N7): one whole PNG or WebP image, read from its own headers.
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkLogo, logoPath, MAX_LOGO_BYTES } from '../../../../src/core/ground/logos/logo.ts';
import { readImage } from '../../../../src/core/ground/logos/logo-image.ts';
import { png, pngChunk, WEBP } from '../../../helpers/images.ts';

const PNG = 'image/png';
const WEBP_TYPE = 'image/webp';
const codesOf = (type: typeof PNG | typeof WEBP_TYPE, image: Buffer) =>
  checkLogo(type, image).faults.map(({ code }) => code);

/** With the byte at `at` changed. */
function changed(image: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(image);
  copy[at] = byte;
  return copy;
}

/** VP8 (lossy) or VP8L of this size: the headers alone, since nothing is decoded. */
function webp(kind: 'lossy' | 'lossless', width: number, height: number): Buffer {
  const copy = Buffer.from(WEBP[kind]);
  if (kind === 'lossy') {
    copy.writeUInt16LE(width, 26);
    copy.writeUInt16LE(height, 28);
  } else {
    copy.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  }
  return copy;
}

const NOTHING = Buffer.alloc(0);

/** `kind`: depth, colour type, compression, filter, interlace. */
function header(width: number, height: number, kind: readonly number[] = [8, 6, 0, 0, 0]): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set(kind, 8);
  return pngChunk('IHDR', data);
}

const pixels = (length: number): Buffer => pngChunk('IDAT', deflateSync(Buffer.alloc(length)));
const inTwo = (data: Buffer) => [pngChunk('IDAT', data.subarray(0, 5)), pngChunk('IDAT', data.subarray(5))];
/** A chunk whose data is packed behind `begin`. */
const packed = (name: string, begin: string, length = 32 * 1024 * 1024): Buffer =>
  pngChunk(name, Buffer.concat([Buffer.from(begin, 'latin1'), deflateSync(Buffer.alloc(length))]));
const pngOf = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([png(1).subarray(0, 8), ...chunks, pngChunk('IEND', NOTHING)]);
/** Bytes of 5 × 3 pixels of four bytes in the seven passes of Adam7: rows × (filter + pixels). */
const interlaced53 = 1 * (1 + 4) + 1 * (1 + 4) + 0 + 1 * (1 + 4) + 1 * (1 + 12) + 2 * (1 + 8) + 1 * (1 + 20);

describe('an image is read from its own headers', () => {
  it.each([
    ['PNG', PNG, png(512, 3), { width: 512, height: 3 }],
    [
      'PNG with text in it',
      PNG,
      png(2, 2, { extra: [pngChunk('tEXt', Buffer.from('a\0b'))] }),
      { width: 2, height: 2 },
    ],
    [
      'PNG with interlaced rows',
      PNG,
      pngOf(header(5, 3, [8, 6, 0, 0, 1]), pixels(interlaced53)),
      { width: 5, height: 3 },
    ],
    ['PNG of two colours', PNG, pngOf(header(9, 2, [1, 0, 0, 0, 0]), pixels(2 * 3)), { width: 9, height: 2 }],
    [
      'PNG with a palette, its pixels in two chunks',
      PNG,
      pngOf(
        header(4, 4, [8, 3, 0, 0, 0]),
        pngChunk('PLTE', Buffer.alloc(6)),
        ...inTwo(deflateSync(Buffer.alloc(4 * 5))),
      ),
      { width: 4, height: 4 },
    ],
    ['PNG with a profile', PNG, png(2, 2, { extra: [packed('iCCP', 'sRGB\0\0', 3144)] }), { width: 2, height: 2 }],
    ['lossy WebP', WEBP_TYPE, WEBP.lossy, { width: 1, height: 1 }],
    ['lossless WebP', WEBP_TYPE, WEBP.lossless, { width: 1, height: 1 }],
    ['WebP with alpha (VP8X)', WEBP_TYPE, WEBP.alpha, { width: 1, height: 1 }],
    ['lossy WebP of another size', WEBP_TYPE, webp('lossy', 300, 512), { width: 300, height: 512 }],
    ['lossless WebP of another size', WEBP_TYPE, webp('lossless', 300, 512), { width: 300, height: 512 }],
  ] as const)('%s', (_, type, image, size) => {
    expect(readImage(type, image)).toEqual(size);
    expect(codesOf(type, image)).toEqual([]);
  });
});

describe('contract 3, case N7: what is no whole image of its type is refused', () => {
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  it.each([
    ['nothing', PNG, Buffer.alloc(0)],
    ['a signature alone', PNG, png(1).subarray(0, 8)],
    ['SVG as PNG', PNG, SVG],
    ['HTML as WebP', WEBP_TYPE, Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['WebP as PNG', PNG, WEBP.lossy],
    ['PNG as WebP', WEBP_TYPE, png(1)],
    ['JPEG', PNG, Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['GIF', PNG, Buffer.from('GIF89a\x01\0\x01\0')],
    ['PNG cut short', PNG, png(1).subarray(0, -1)],
    ['PNG with HTML behind it', PNG, Buffer.concat([png(1), Buffer.from('<script>')])],
    ['PNG without pixels', PNG, Buffer.concat([png(1).subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))])],
    ['PNG whose first chunk is another', PNG, changed(png(1), 12, 0x4a)],
    ['PNG with a length beyond its end', PNG, changed(png(1), 33, 0x7f)],
    ['PNG with the largest length', PNG, changed(png(1), 8, 0xff)],
    ['PNG with a wrong checksum of its pixels', PNG, changed(png(4), png(4).length - 13, 0x5a)],
    ['PNG with a wrong checksum of its header', PNG, changed(png(4), 29, png(4).readUInt8(29) ^ 1)],
    ['PNG with a second header', PNG, png(4, 4, { extra: [header(4, 4)] })],
    [
      'PNG with a chunk that a reader must know, and nobody does',
      PNG,
      png(4, 4, { extra: [pngChunk('ABCD', NOTHING)] }),
    ],
    ['PNG whose header is true of fewer pixels', PNG, pngOf(header(4, 4), pixels(4 * 17 - 1))],
    ['PNG whose header is true of more pixels', PNG, pngOf(header(4, 4), pixels(4 * 17 + 1))],
    ['PNG that unpacks to 32 MB', PNG, pngOf(header(4, 4), pixels(32 * 1024 * 1024))],
    ['PNG with a profile that unpacks to 32 MB', PNG, png(4, 4, { extra: [packed('iCCP', 'sRGB\0\0')] })],
    ['PNG with a text that unpacks to 32 MB', PNG, png(4, 4, { extra: [packed('zTXt', 'Comment\0\0')] })],
    ['PNG with an international one', PNG, png(4, 4, { extra: [packed('iTXt', 'Comment\0\x01\0en\0\0')] })],
    ['PNG whose pixels are not packed', PNG, pngOf(header(4, 4), pngChunk('IDAT', Buffer.alloc(4 * 17)))],
    [
      'PNG with a filter that there is not',
      PNG,
      pngOf(header(4, 4), pngChunk('IDAT', deflateSync(Buffer.alloc(4 * 17, 5)))),
    ],
    ['PNG of an unknown colour type', PNG, pngOf(header(4, 4, [8, 5, 0, 0, 0]), pixels(4 * 17))],
    ['PNG of a depth that its colour type has not', PNG, pngOf(header(4, 4, [4, 6, 0, 0, 0]), pixels(4 * 9))],
    ['PNG of another compression', PNG, pngOf(header(4, 4, [8, 6, 1, 0, 0]), pixels(4 * 17))],
    ['PNG with a palette missing', PNG, pngOf(header(4, 4, [8, 3, 0, 0, 0]), pixels(4 * 5))],
    [
      'PNG whose pixels stand in two places',
      PNG,
      pngOf(header(4, 4), pixels(40), pngChunk('tEXt', NOTHING), pixels(28)),
    ],
    ['lossy WebP whose first part is longer than the file', WEBP_TYPE, changed(WEBP.lossy, 22, 0xff)],
    ['WebP cut short', WEBP_TYPE, WEBP.lossy.subarray(0, -2)],
    ['WebP with HTML behind it', WEBP_TYPE, Buffer.concat([WEBP.lossy, Buffer.from('<script>')])],
    ['WebP of two images', WEBP_TYPE, twice(WEBP.lossless)],
    ['lossy WebP that is no key frame', WEBP_TYPE, changed(WEBP.lossy, 20, WEBP.lossy.readUInt8(20) | 1)],
    ['lossy WebP without its start code', WEBP_TYPE, changed(WEBP.lossy, 23, 0)],
    ['lossless WebP without its signature', WEBP_TYPE, changed(WEBP.lossless, 20, 0)],
    ['lossless WebP of an unknown version', WEBP_TYPE, changed(WEBP.lossless, 24, 0xf0)],
    ['WebP whose canvas is larger than its image', WEBP_TYPE, changed(WEBP.alpha, 24, 9)],
    ['RIFF of something else', WEBP_TYPE, changed(WEBP.lossy, 8, 0x41)],
  ] as const)('%s', (_, type, image) => {
    expect(codesOf(type, image)).toEqual(['logo-malformed']);
  });

  it.each([
    ['animated WebP', WEBP_TYPE, WEBP.animated],
    ['animated WebP without its flag', WEBP_TYPE, changed(WEBP.animated, 20, 0x10)],
    ['animated PNG', PNG, png(1, 1, { extra: [pngChunk('acTL', Buffer.alloc(8))] })],
  ] as const)('%s: a logo does not move', (_, type, image) => {
    expect(codesOf(type, image)).toEqual(['logo-animated']);
  });

  it.each([
    ['PNG', PNG, png(513, 1)],
    ['a high PNG', PNG, png(1, 513)],
    ['PNG without width', PNG, png(0, 1)],
    ['lossy WebP', WEBP_TYPE, webp('lossy', 513, 1)],
    ['lossless WebP', WEBP_TYPE, webp('lossless', 1, 513)],
    ['lossy WebP without height', WEBP_TYPE, webp('lossy', 1, 0)],
  ] as const)('%s with a side out of range', (_, type, image) => {
    expect(codesOf(type, image)).toEqual(['logo-side']);
  });

  it('48 KiB pass, a byte more does not', () => {
    const fill = (size: number) => png(1, 1, { extra: [pngChunk('tEXt', Buffer.alloc(size - png(1).length - 12))] });
    expect(codesOf(PNG, fill(MAX_LOGO_BYTES))).toEqual([]);
    expect(codesOf(PNG, fill(MAX_LOGO_BYTES + 1))).toEqual(['logo-too-large']);
  });

  it('no file of random bytes behind a right beginning is read past its end', () => {
    for (let seed = 0; seed < 3000; seed += 1) {
      const [type, whole] = (
        [
          [PNG, png(1)],
          [WEBP_TYPE, WEBP.alpha],
          [WEBP_TYPE, WEBP.lossless],
        ] as const
      )[seed % 3] ?? [PNG, png(1)];
      const image = changed(whole.subarray(0, 12 + (seed % whole.length)), seed % 40, seed % 256);
      expect(() => readImage(type, image)).not.toThrow();
    }
  });
});

describe('the path of a logo', () => {
  it('changes with its contents and its type, and is none without a logo', () => {
    const { hash } = checkLogo(PNG, png(1)).logo;
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    expect(checkLogo(PNG, png(2)).logo.hash).not.toBe(hash);
    expect(logoPath({ id: 'a1', logoHash: hash })).toBe(`/logos/a1/${hash}`);
    expect(logoPath({ id: 'a1', logoHash: undefined })).toBeUndefined();
  });
});

/** The RIFF file with its one chunk twice. */
function twice(image: Buffer): Buffer {
  const copy = Buffer.concat([image, image.subarray(12)]);
  copy.writeUInt32LE(copy.length - 8, 4);
  return copy;
}
