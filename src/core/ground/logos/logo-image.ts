// Reads the type and size of an image from its bytes (contract 3; case N7). The whole file is parsed, so that nothing
// else can be hidden behind or between the parts of an image. A PNG is also decompressed, because its header can state
// a wrong size, and every browser that shows it would pay for that. A WebP has no room for it: its sides limit its
// pixels.
import { crc32, inflateSync } from 'node:zlib';

export const LOGO_TYPES = ['image/png', 'image/webp'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];
/** Of a side, in pixels. Larger images are not decompressed. */
const MAX_DECOMPRESSED_SIDE = 1024;

/** In pixels. */
export type ImageSize = { width: number; height: number };

/** `animated`: logos must not move. Undefined: not a complete image of this type. */
export type ImageReading = ImageSize | 'animated' | undefined;

export const readImage = (type: LogoType, bytes: Buffer): ImageReading =>
  type === 'image/png' ? readPng(bytes) : readWebp(bytes);

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, name and checksum of a chunk, in bytes. */
const PNG_CHUNK_OVERHEAD = 12;

/** PNG (W3C) 5: a signature, then chunks: IHDR first, IDAT, IEND last. `acTL` marks an animation. */
function readPng(bytes: Buffer): ImageReading {
  const chunks = readPngChunks(bytes);
  const header = chunks && readPngHeader(chunks);
  if (!chunks || !header) return undefined;
  if (chunks.some(({ name }) => name === 'acTL')) return 'animated';
  const { width, height } = header;
  // The caller refuses this size, so it is not decompressed.
  if (![width, height].every((side) => side >= 1 && side <= MAX_DECOMPRESSED_SIDE)) return { width, height };
  return hasAllRows(chunks, header) && chunks.every(hasBoundedText) ? { width, height } : undefined;
}

/** @returns undefined when the chunks do not fill the file exactly, or a checksum is wrong */
function readPngChunks(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined;
  const chunks: Chunk[] = [];
  let at = 8;
  while (at + PNG_CHUNK_OVERHEAD <= bytes.length && chunks.at(-1)?.name !== 'IEND') {
    const end = at + PNG_CHUNK_OVERHEAD + bytes.readUInt32BE(at);
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    chunks.push({ name: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end - 4) });
    at = end;
  }
  return at === bytes.length ? chunks : undefined;
}

type PngHeader = ImageSize & { bitsPerPixel: number; isInterlaced: boolean };

/** PNG 11.2.1: samples per pixel and allowed bit depths, by colour type. */
const COLOUR_TYPES: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
const PALETTE = 3;
/** The chunks that every decoder must know (PNG 5.4). There are no others. */
const CRITICAL = /^(IHDR|PLTE|IDAT|IEND)$/;

/** @returns undefined unless every chunk has the place and the number that PNG requires */
function readPngHeader(chunks: readonly Chunk[]): PngHeader | undefined {
  const names = chunks.map(({ name }) => name);
  const [first] = chunks;
  if (first?.name !== 'IHDR' || first.data.length !== 13 || names.at(-1) !== 'IEND') return undefined;
  if (chunks.at(-1)?.data.length !== 0 || names.lastIndexOf('IHDR') > 0) return undefined;
  if (names.some((name) => /^[A-Z]/.test(name) && !CRITICAL.test(name))) return undefined;
  const [from, to] = [names.indexOf('IDAT'), names.lastIndexOf('IDAT')];
  if (from < 0 || names.slice(from, to).some((name) => name !== 'IDAT')) return undefined;
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = first.data.subarray(8);
  const type = COLOUR_TYPES[colour];
  if (!type?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return undefined;
  const palettes = names.flatMap((name, index) => (name === 'PLTE' ? [index] : []));
  if (palettes.length > 1 || palettes.some((index) => index > from)) return undefined;
  if (colour === PALETTE && palettes.length === 0) return undefined;
  return {
    width: first.data.readUInt32BE(0),
    height: first.data.readUInt32BE(4),
    bitsPerPixel: depth * type.samples,
    isInterlaced: interlace === 1,
  };
}

/** Adam7 (PNG 8.2): first column and row of each pass, and the steps between. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const SINGLE_PASS = [[0, 0, 1, 1]] as const;
const LAST_FILTER = 4;

/** Whether the image data decompresses to exactly the rows that the header states, each with a known filter. */
function hasAllRows(chunks: readonly Chunk[], { width, height, bitsPerPixel, isInterlaced }: PngHeader): boolean {
  const starts: number[] = [];
  let length = 0;
  for (const [left, top, across, down] of isInterlaced ? PASSES : SINGLE_PASS) {
    const columns = Math.ceil((width - left) / across);
    const rowLength = 1 + Math.ceil((columns * bitsPerPixel) / 8);
    for (let y = top; columns > 0 && y < height; y += down) {
      starts.push(length);
      length += rowLength;
    }
  }
  const compressed = chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data);
  const rows = decompress(Buffer.concat(compressed), length);
  return rows?.length === length && starts.every((at) => (rows[at] ?? 0) <= LAST_FILTER);
}

/** More than the profile or the texts of a logo contain when decompressed. */
const MAX_TEXT_BYTES = 1024 * 1024;
/**
 * Bytes, and words that end in NUL, between a chunk's keyword and its compressed part (PNG 11.3). The byte after the
 * keyword of a compressed `iTXt` is 1.
 */
const COMPRESSED_CHUNKS: Readonly<Record<string, { bytes: number; words: number }>> = {
  iCCP: { bytes: 1, words: 0 },
  zTXt: { bytes: 1, words: 0 },
  iTXt: { bytes: 2, words: 2 },
};

/** Decoders decompress these chunks as well. */
function hasBoundedText({ name, data }: Chunk): boolean {
  const before = COMPRESSED_CHUNKS[name];
  let at = data.indexOf(0) + 1;
  if (!before || (name === 'iTXt' && data[at] !== 1)) return true;
  at += before.bytes;
  for (let word = 0; word < before.words; word += 1) at = data.indexOf(0, at) + 1;
  return decompress(data.subarray(at), MAX_TEXT_BYTES) !== undefined;
}

/** Stops at `maxBytes`. @returns undefined when there is more, or the data is not compressed like this */
function decompress(compressed: Buffer, maxBytes: number): Buffer | undefined {
  try {
    return inflateSync(compressed, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

type Chunk = { name: string; data: Buffer };

/** WebP (RFC 9649) 2: RIFF with one of VP8, VP8L, or VP8X followed by the chunks that it announces. */
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

/** @returns undefined when the chunks do not fill the file exactly */
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
    // A chunk of odd length is padded with one byte.
    at += 8 + length + (length % 2);
  }
  return at === bytes.length ? chunks : undefined;
}

const VP8_START = Buffer.from([0x9d, 0x01, 0x2a]);

/** The size of a lossy (RFC 6386 9.1) or a lossless (RFC 9649 3.4) image. */
function readBitstream({ name, data }: Chunk): ImageSize | undefined {
  if (name === 'VP8 ') {
    const isKeyFrame = data.length >= 10 && ((data[0] ?? 1) & 1) === 0 && data.subarray(3, 6).equals(VP8_START);
    const isWhole = isKeyFrame && 10 + (data.readUIntLE(0, 3) >>> 5) <= data.length;
    return isWhole ? { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff } : undefined;
  }
  if (name !== 'VP8L' || data.length < 5 || data[0] !== 0x2f) return undefined;
  const bits = data.readUInt32LE(1);
  // Version 0 is the only one.
  return bits >>> 29 === 0 ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined;
}
