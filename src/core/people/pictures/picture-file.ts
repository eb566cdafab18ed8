// The formats that an upload can have, by the first bytes of the file (contract 27). What the browser says about it
// does not matter, and no decoder sees a file of another format.

/** Enough to know the format, and IHDR's values. */
const HEAD_BYTES = 32;

/** The beginning of a file that comes in parts; the first may have a single byte. */
export const extendHead = (head: Buffer, part: Buffer): Buffer =>
  head.length === HEAD_BYTES ? head : Buffer.concat([head, part.subarray(0, HEAD_BYTES - head.length)]);

const MAGIC: readonly ((file: Buffer) => boolean)[] = [
  // PNG (W3C) 5.2.
  (file) => file.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n',
  // JPEG (ITU-T T.81) B.1.1.3: start of image, then a marker.
  (file) => file.subarray(0, 3).toString('latin1') === '\xff\xd8\xff',
  // WebP (RFC 9649) 2.4.
  (file) => file.subarray(0, 4).toString('latin1') === 'RIFF' && file.subarray(8, 12).toString('latin1') === 'WEBP',
];

/**
 * An interlaced PNG is in memory as a whole while it is decoded, and one with 16 bits a sample takes twice as much as
 * any other. PNG (W3C) 11.2.1: bit depth and interlace method in IHDR, which is the first chunk.
 */
export const isInterlacedIn16Bits = (head: Buffer): boolean =>
  MAGIC[0]?.(head) === true && head[24] === 16 && head[28] === 1;

export const isPictureFile = (head: Buffer): boolean => MAGIC.some((begins) => begins(head));
