// Files that somebody might upload as a picture, made here: decompression bombs, files that are two things at once, damaged
// and animated ones, photos with a position, and formats that are not taken (contract 27).
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { png, pngChunk, WEBP } from './images.ts';

/** `clean`: a picture is made of it · `either`: that, or it is refused as damaged; decoders differ. */
export type Judgement = 'clean' | 'either' | 'malformed' | 'too-many-pixels' | 'type';
export type HostileFile = readonly [name: string, expected: Judgement, file: Buffer];

/** In metadata and behind the image; no picture may have it. */
export const PLANTED = 'quist-alert(1)-kestrel';

const noise = (width: number, height: number, channels: 3 | 4 = 3): Sharp => {
  const bytes = Buffer.alloc(width * height * channels);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (at * 7919 + (at >> 5) * 131) & 255;
  return sharp(bytes, { raw: { width, height, channels } });
};
const flat = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#1a5ac8' } });

/** A photo from Seoul, in whatever format. */
const located = (image: Sharp): Sharp =>
  image.withExif({
    IFD0: { ImageDescription: PLANTED, Artist: PLANTED },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 33/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '126/1 58/1 0/1' },
  });

const SIGNATURE = png(1).subarray(0, 8);
const IEND = pngChunk('IEND', Buffer.alloc(0));

/** A PNG whose header says what it likes. */
function claimed(
  width: number,
  height: number,
  { depth = 8, colour = 6, data = Buffer.alloc(5), extra = [] as Buffer[] } = {},
) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour], 8);
  return Buffer.concat([SIGNATURE, pngChunk('IHDR', header), ...extra, pngChunk('IDAT', deflateSync(data)), IEND]);
}

/** All of it, with one bit for each pixel. */
const black = (width: number, height: number): Buffer =>
  claimed(width, height, { depth: 1, colour: 0, data: Buffer.alloc(height * (1 + width / 8)) });

/** A whole one would take twice the memory of any other file. */
function interlacedIn16Bits(width: number, height: number): Buffer {
  const file = claimed(width, height, { depth: 16 });
  file[28] = 1;
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  return file;
}

/** The same JPEG with other sides in its start of frame. */
function claimedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, at + 5);
  changed.writeUInt16BE(width, at + 7);
  return changed;
}

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const withSegment = (jpeg: Buffer, one: Buffer): Buffer => Buffer.concat([jpeg.subarray(0, 2), one, jpeg.subarray(2)]);

function riff(...chunks: readonly (readonly [name: string, data: Buffer])[]): Buffer {
  const body = Buffer.concat(
    chunks.flatMap(([name, data]) => {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(data.length);
      return [Buffer.from(name, 'latin1'), size, data, Buffer.alloc(data.length % 2)];
    }),
  );
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}
const canvas = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(10);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return data;
};

const flipped = (file: Buffer, every: number): Buffer => {
  const changed = Buffer.from(file);
  for (let at = 64; at < changed.length; at += every) changed[at] = (changed[at] ?? 0) ^ 0x55;
  return changed;
};
const after = (file: Buffer, text: string): Buffer => Buffer.concat([file, Buffer.from(text)]);
const HTML = `<html><script>${PLANTED}</script></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${PLANTED}</script></svg>`;
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${PLANTED}</a></x:xmpmeta>`;
const text = (value: string): Buffer => Buffer.from(value);

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

export async function hostilePictures(): Promise<HostileFile[]> {
  const jpeg = await noise(64, 48).jpeg().toBuffer();
  const scans = await noise(640, 480).jpeg({ progressive: true }).toBuffer();
  const webp = await noise(64, 48).webp().toBuffer();
  const small = png(16);
  const noisy = await noise(64, 64).png().toBuffer();
  const bomb = deflateSync(Buffer.alloc(100 * 1024 * 1024));
  const frames = await sharp(Buffer.alloc(8 * 24 * 4, 90), {
    raw: { width: 8, height: 24, channels: 4, pageHeight: 8 },
  })
    .webp()
    .toBuffer();
  const turned = async (orientation: number): Promise<HostileFile> => [
    `JPEG with orientation ${orientation}`,
    'clean',
    await noise(90, 30).withMetadata({ orientation }).jpeg().toBuffer(),
  ];
  return [
    ['PNG', 'clean', small],
    ['PNG of 30,000 × 1,000 px', 'clean', black(30_000, 1000)],
    ['PNG of 36 megapixels in a few kilobytes', 'clean', black(6000, 6000)],
    ['PNG of 64 megapixels in a few kilobytes', 'too-many-pixels', black(8000, 8000)],
    ['PNG that claims 30,000 × 30,000 px', 'too-many-pixels', claimed(30_000, 30_000)],
    ['PNG that claims 65,535 × 65,535 px', 'too-many-pixels', claimed(65_535, 65_535)],
    ['PNG that claims 2³¹−1 × 2³¹−1 px', 'malformed', claimed(0x7fffffff, 0x7fffffff)],
    ['PNG without a width', 'malformed', claimed(0, 9)],
    ['PNG with fewer rows than it claims', 'malformed', claimed(500, 500)],
    ['PNG cut in its header', 'malformed', small.subarray(0, 20)],
    ['PNG cut in its pixels', 'malformed', noisy.subarray(0, noisy.length >> 1)],
    ['PNG of nothing but its signature', 'malformed', SIGNATURE],
    ['PNG with a wrong checksum', 'either', flipped(small, 1000)],
    ['PNG with damaged pixels', 'malformed', flipped(noisy, 40)],
    [
      'PNG with a text that unpacks to 100 MB',
      'either',
      png(9, 9, { extra: [pngChunk('zTXt', Buffer.concat([text('a\0\0'), bomb]))] }),
    ],
    [
      'PNG with a profile that unpacks to 100 MB',
      'either',
      png(9, 9, { extra: [pngChunk('iCCP', Buffer.concat([text('a\0\0'), bomb]))] }),
    ],
    ['PNG with script in a text', 'clean', png(9, 9, { extra: [pngChunk('tEXt', text(`Comment\0${HTML}`))] })],
    ['PNG with XMP', 'clean', png(9, 9, { extra: [pngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`))] })],
    ['PNG with a position', 'clean', await located(noise(64, 48)).png().toBuffer()],
    ['PNG that moves', 'either', png(9, 9, { extra: [pngChunk('acTL', Buffer.from([0, 0, 0, 3, 0, 0, 0, 0]))] })],
    ['PNG with HTML behind it', 'clean', after(small, HTML)],
    ['PNG that is a ZIP file too', 'clean', after(small, `PK\u0003\u0004${PLANTED}PK\u0005\u0006${'\0'.repeat(18)}`)],
    ['PNG with 16 bits a channel', 'clean', await noise(64, 48).toColourspace('rgb16').png().toBuffer()],
    ['PNG with a palette', 'clean', await noise(64, 48).png({ palette: true }).toBuffer()],
    ['PNG with a palette that is missing', 'malformed', claimed(9, 9, { colour: 3, data: Buffer.alloc(90) })],
    ['PNG with interlaced rows of 16 bits, 25 megapixels', 'too-many-pixels', interlacedIn16Bits(5000, 5000)],
    ['PNG with interlaced rows', 'clean', await noise(640, 480).png({ progressive: true }).toBuffer()],
    ['PNG with 3 bits a pixel', 'malformed', claimed(9, 9, { depth: 3, colour: 0, data: Buffer.alloc(90) })],
    ['PNG with a chunk that nobody knows', 'either', png(9, 9, { extra: [pngChunk('EVIL', text(PLANTED))] })],
    ['PNG with other line ends', 'type', text(small.toString('latin1').replace('\r\n', '\n'))],
    ['JPEG', 'clean', jpeg],
    ['JPEG with scans', 'clean', scans],
    ['JPEG in CMYK', 'clean', await noise(64, 48).toColourspace('cmyk').jpeg().toBuffer()],
    ['JPEG in grey', 'clean', await noise(64, 48).toColourspace('b-w').jpeg().toBuffer()],
    ['JPEG with a position', 'clean', await located(noise(640, 480)).jpeg().toBuffer()],
    ['JPEG in Display P3', 'clean', await noise(64, 48).withIccProfile('p3').jpeg().toBuffer()],
    await turned(3),
    await turned(6),
    await turned(8),
    ['JPEG of 30,000 × 100 px', 'clean', await flat(30_000, 100).jpeg().toBuffer()],
    ['JPEG that claims 65,500 × 65,500 px', 'too-many-pixels', claimedJpeg(jpeg, 65_500, 65_500)],
    ['JPEG without sides', 'malformed', claimedJpeg(jpeg, 0, 0)],
    ['JPEG cut in half', 'malformed', jpeg.subarray(0, jpeg.length >> 1)],
    ['JPEG without its last two bytes', 'clean', jpeg.subarray(0, -2)],
    ['JPEG without its last byte', 'clean', jpeg.subarray(0, -1)],
    ['JPEG with scans, without its last two bytes', 'clean', scans.subarray(0, -2)],
    ['JPEG with scans, cut in half', 'malformed', scans.subarray(0, scans.length >> 1)],
    ['JPEG without its last four bytes', 'malformed', jpeg.subarray(0, -4)],
    ['JPEG cut in half, with an end', 'either', Buffer.concat([jpeg.subarray(0, jpeg.length >> 1), END_OF_JPEG])],
    ['JPEG of three bytes', 'malformed', jpeg.subarray(0, 3)],
    [
      'JPEG of noise behind its first bytes',
      'malformed',
      Buffer.concat([jpeg.subarray(0, 3), await noise(9, 9).raw().toBuffer()]),
    ],
    ['JPEG with damaged pixels', 'either', flipped(jpeg, 97)],
    ['JPEG with script in a comment', 'clean', withSegment(jpeg, segment(0xfe, text(HTML)))],
    [
      'JPEG with 60 KB of XMP',
      'clean',
      withSegment(jpeg, segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${XMP.padEnd(60_000)}`))),
    ],
    ['JPEG with PHP behind it', 'clean', after(jpeg, `<?php ${PLANTED} ?>`)],
    ['two JPEGs in one file', 'clean', Buffer.concat([jpeg, jpeg])],
    ['WebP', 'clean', webp],
    ['WebP without loss', 'clean', WEBP.lossless],
    ['WebP with alpha', 'clean', WEBP.alpha],
    ['WebP that moves', 'clean', frames],
    ['WebP with one moving frame', 'clean', WEBP.animated],
    ['WebP with a position', 'clean', await located(noise(64, 48)).webp().toBuffer()],
    ['WebP of 16,383 × 100 px', 'clean', await flat(16_383, 100).webp().toBuffer()],
    ['WebP cut in half', 'malformed', webp.subarray(0, webp.length >> 1)],
    ['WebP of nothing but its head', 'malformed', riff()],
    ['WebP of noise behind its head', 'malformed', riff(['VP8 ', await noise(9, 9).raw().toBuffer()])],
    [
      'WebP whose canvas is larger than its image',
      'either',
      riff(['VP8X', canvas(16_000, 16_000)], ['VP8L', WEBP.lossless.subarray(20, 33)]),
    ],
    [
      'WebP that lies about its length',
      'either',
      Buffer.concat([webp.subarray(0, 4), Buffer.from([9, 0, 0, 0]), webp.subarray(8)]),
    ],
    ['WebP with HTML behind it', 'either', after(webp, HTML)],
    ['SVG', 'type', text(SVG)],
    ['SVG, packed', 'type', gzipSync(SVG)],
    ['HTML', 'type', text(HTML)],
    ['GIF', 'type', await noise(9, 9).gif().toBuffer()],
    ['GIF that is JavaScript too', 'type', text(`GIF89a/*..*/=1;${PLANTED}`)],
    ['TIFF', 'type', await noise(9, 9).tiff().toBuffer()],
    ['AVIF', 'type', await noise(16, 16).avif().toBuffer()],
    ['BMP', 'type', text(`BM${'\0'.repeat(60)}`)],
    ['PDF', 'type', text(`%PDF-1.7\n${PLANTED}`)],
    ['a program', 'type', text('\u007fELF\u0002\u0001\u0001')],
    ['text before a PNG', 'type', Buffer.concat([text(' '), small])],
    ['one byte', 'type', Buffer.from([0x89])],
    ['nothing', 'type', Buffer.alloc(0)],
  ];
}
