// Where the bytes of an import come from: a file, which can be read again, or a stream, which cannot.
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';

export type ByteSource = {
  /** For the operator. */
  readonly name: string;
  /** Begins at the first byte. @throws the error of the file system; `ReadOnce` where that is not possible any more */
  open(): AsyncIterable<Buffer>;
};

/** A stream was to be read a second time. */
export class ReadOnce extends Error {
  override readonly name = 'ReadOnce';
}

/** The bytes are those of an archive, not of what is in it. */
export class Compressed extends Error {
  override readonly name = 'Compressed';

  constructor(name: string) {
    super(`${name}: is compressed; unpack it first`);
  }
}

/** How files begin that gzip (RFC 1952 2.3.1), zip, bzip2, xz and zstd wrote (RFC 8878 3.1.1). */
const COMPRESSED = ['1f8b', '504b', '425a68', 'fd377a', '28b52ffd'].map((digits) => Buffer.from(digits, 'hex'));
const LONGEST = 4;

export const fileBytes = (path: string): ByteSource => ({
  name: path,
  open: () => unpacked(path, createReadStream(path)),
});

/** @param name for the operator, such as `standard input` */
export function streamBytes(name: string, stream: AsyncIterable<Buffer>): ByteSource {
  let isOpen = false;
  return {
    name,
    open: () => {
      if (isOpen) throw new ReadOnce(`${name} can be read once only`);
      isOpen = true;
      return unpacked(name, stream);
    },
  };
}

/** The same before anything is read. @throws Compressed; the error of the file system */
export function requireUnpackedFile(path: string): void {
  const start = Buffer.alloc(LONGEST);
  const opened = openSync(path, 'r');
  try {
    requireUnpacked(path, start.subarray(0, readSync(opened, start, 0, LONGEST, 0)));
  } finally {
    closeSync(opened);
  }
}

/** @throws Compressed before it gives anything */
async function* unpacked(name: string, parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const part of parts) {
    if (start === undefined) {
      yield part;
      continue;
    }
    // The first part of a pipe may be one byte.
    start = Buffer.concat([start, part]);
    if (start.length < LONGEST) continue;
    requireUnpacked(name, start);
    yield start;
    start = undefined;
  }
  if (start === undefined) return;
  requireUnpacked(name, start);
  yield start;
}

function requireUnpacked(name: string, start: Buffer): void {
  if (COMPRESSED.some((magic) => start.subarray(0, magic.length).equals(magic))) throw new Compressed(name);
}
