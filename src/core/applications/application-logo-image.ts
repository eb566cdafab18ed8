// What kind of image some bytes are, and of what size, read from their own headers (contract 3; case N7). The walk goes to
// the very end, so that nothing else can stand behind or between the parts of an image. What is drawn is never decoded.

export type LogoType = 'image/png' | 'image/webp';
/** In pixels. */
export type ImageSize = { width: number; height: number };

/** `animated`: a logo does not move. `undefined`: no whole image of this type. */
export type ImageReading = ImageSize | 'animated' | undefined;

export const readImage = (type: LogoType, bytes: Buffer): ImageReading =>
  type === 'image/png' ? readPng(bytes) : readWebp(bytes);

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, name and checksum around the data of a chunk. */
const PNG_FRAME = 12;

/** PNG (W3C) 5: a signature, then chunks: IHDR first, IDAT, IEND last. `acTL` makes it an animation. */
function readPng(bytes: Buffer): ImageReading {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined;
  const names: string[] = [];
  let at = 8;
  while (at + PNG_FRAME <= bytes.length && names.at(-1) !== 'IEND') {
    names.push(bytes.toString('latin1', at + 4, at + 8));
    at += PNG_FRAME + bytes.readUInt32BE(at);
  }
  if (at !== bytes.length || names[0] !== 'IHDR' || names.at(-1) !== 'IEND') return undefined;
  if (bytes.readUInt32BE(8) !== 13 || !names.includes('IDAT')) return undefined;
  if (names.includes('acTL')) return 'animated';
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

type Chunk = { name: string; data: Buffer };

/** WebP (RFC 9649) 2: RIFF with one of VP8, VP8L, or VP8X followed by the parts that it announces. */
function readWebp(bytes: Buffer): ImageReading {
  const chunks = readRiff(bytes);
  const [first] = chunks ?? [];
  if (!chunks || !first) return undefined;
  if (first.name !== 'VP8X') return chunks.length === 1 ? readBitstream(first) : undefined;
  if (first.data.length !== 10) return undefined;
  const isAnimated =
    ((first.data[0] ?? 0) & 0x02) !== 0 || chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF');
  if (isAnimated) return 'animated';
  const images = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const size = images[0] && images.length === 1 ? readBitstream(images[0]) : undefined;
  const canvas = { width: first.data.readUIntLE(4, 3) + 1, height: first.data.readUIntLE(7, 3) + 1 };
  return size?.width === canvas.width && size.height === canvas.height ? size : undefined;
}

/** Undefined when the chunks do not fill the file exactly. */
function readRiff(bytes: Buffer): Chunk[] | undefined {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return undefined;
  }
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined;
  const chunks: Chunk[] = [];
  let at = 12;
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32LE(at + 4);
    chunks.push({ name: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, at + 8 + length) });
    // Of odd length: one byte is added.
    at += 8 + length + (length % 2);
  }
  return at === bytes.length ? chunks : undefined;
}

const VP8_START = Buffer.from([0x9d, 0x01, 0x2a]);

/** Of a lossy (RFC 6386 9.1) or a lossless (RFC 9649 3.4) image. */
function readBitstream({ name, data }: Chunk): ImageSize | undefined {
  if (name === 'VP8 ') {
    const isKeyFrame = data.length >= 10 && ((data[0] ?? 1) & 1) === 0 && data.subarray(3, 6).equals(VP8_START);
    return isKeyFrame ? { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff } : undefined;
  }
  if (name !== 'VP8L' || data.length < 5 || data[0] !== 0x2f) return undefined;
  const bits = data.readUInt32LE(1);
  // The version is 0, and there is no other.
  return bits >>> 29 === 0 ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined;
}
