// Small real images. The WebP files are those that are used to test browsers' support.
import { crc32, deflateSync } from 'node:zlib';

/** One chunk of a PNG file. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export type Pixel = (x: number, y: number) => readonly [red: number, green: number, blue: number, alpha: number];

/** A PNG file with 8 bits per channel and alpha. `extra` chunks come before the pixels. */
export function png(width: number, height = width, { pixel, extra = [] }: { pixel?: Pixel; extra?: Buffer[] } = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  // Each row begins with the number of its filter.
  const bytesOfRow = 1 + width * 4;
  const rows = Buffer.alloc(height * bytesOfRow);
  for (let y = 0; pixel && y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows.set(pixel(x, y), y * bytesOfRow + 1 + x * 4);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const base64 = (text: string) => Buffer.from(text, 'base64');

/** Each has one pixel. */
export const WEBP = {
  lossy: base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  lossless: base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='),
  alpha: base64(
    'UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==',
  ),
  animated: base64(
    'UklGRlIAAABXRUJQVlA4WAoAAAASAAAAAAAAAAAAQU5JTQYAAAD/////AABBTk1GJgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMDQAAAC8AAAAQBxAREYiI/gcA',
  ),
} as const;
