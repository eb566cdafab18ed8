// What becomes of an uploaded file (contract 27): a small WebP image without metadata, or a refusal. Every file here is
// made by the test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE } from '../../../src/core/people/pictures/picture.ts';
import type { EncodedPicture, PictureEncoder } from '../../../src/core/people/pictures/picture-encoder.ts';
import { isInterlacedIn16Bits, isPictureFile } from '../../../src/core/people/pictures/picture-file.ts';
import { createPictureEncoder } from '../../../src/outside/picture-encoder.ts';
import { type HostileFile, hostilePictures, type Judgement, PLANTED } from '../../helpers/hostile-pictures.ts';
import { png } from '../../helpers/images.ts';

const PROGRAM = fileURLToPath(new URL('../../../src/outside/picture-process.cjs', import.meta.url));
const { encode, exitOf, loadSharp, EXIT } = createRequire(import.meta.url)(PROGRAM);
const sharp = loadSharp();
const encoder = createPictureEncoder();

/** The file comes in parts of this many bytes. */
async function encodeBy(one: PictureEncoder, file: Buffer, size = file.length): Promise<EncodedPicture> {
  const upload = one.open();
  try {
    for (let at = 0; at < file.length; at += size) upload.add(Buffer.from(file.subarray(at, at + size)));
    return await upload.encode();
  } finally {
    upload.close();
  }
}

/** What the process does, without a process for each of so many files. */
async function encodeHere(file: Buffer): Promise<EncodedPicture> {
  const limits = {
    maxPixels: isInterlacedIn16Bits(file) ? MAX_PICTURE_PIXELS / 2 : MAX_PICTURE_PIXELS,
    maxSide: MAX_PICTURE_SIDE,
  };
  try {
    return { kind: 'encoded', image: await encode(sharp, file, limits) };
  } catch (error) {
    return { kind: exitOf(error) === EXIT.tooManyPixels ? 'too-many-pixels' : 'malformed' };
  }
}
const judge = async (file: Buffer) => (isPictureFile(file) ? encodeHere(file) : { kind: 'type' as const });

/** The chunks of a WebP file, and its sides by the header of the first. */
function readWebp(image: Buffer): { chunks: string[]; width: number; height: number } {
  expect(image.toString('latin1', 0, 4) + image.toString('latin1', 8, 12)).toBe('RIFFWEBP');
  expect(image.readUInt32LE(4) + 8).toBe(image.length);
  const chunks: string[] = [];
  for (let at = 12; at < image.length; ) {
    chunks.push(image.toString('latin1', at, at + 4));
    const length = image.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  if (chunks[0] === 'VP8X') {
    return { chunks, width: image.readUIntLE(24, 3) + 1, height: image.readUIntLE(27, 3) + 1 };
  }
  return { chunks, width: image.readUInt16LE(26) & 0x3fff, height: image.readUInt16LE(28) & 0x3fff };
}

function expectClean(image: Buffer): { width: number; height: number } {
  const { chunks, ...size } = readWebp(image);
  expect(chunks.filter((name) => !/^(VP8X|ALPH|VP8 |VP8L)$/.test(name))).toEqual([]);
  expect(chunks.filter((name) => name === 'VP8 ' || name === 'VP8L')).toHaveLength(1);
  // No profile, no Exif, no XMP, no animation (RFC 9649 2.7).
  if (chunks[0] === 'VP8X') expect((image[20] ?? 0xff) & ~0x10).toBe(0);
  expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(MAX_PICTURE_SIDE);
  expect(image.includes(PLANTED)).toBe(false);
  return size;
}

const ALLOWED: Readonly<Record<Judgement, readonly string[]>> = {
  clean: ['encoded'],
  either: ['encoded', 'malformed'],
  malformed: ['malformed'],
  'too-many-pixels': ['too-many-pixels'],
  type: ['type'],
};

let files: readonly HostileFile[];
beforeAll(async () => {
  files = await hostilePictures();
});
const fileNamed = (name: string): Buffer => {
  const found = files.find(([one]) => one === name);
  if (!found) throw new Error(`There is no file ${name}`);
  return found[2];
};

describe('contract 27: a hostile file is refused, or comes out clean', () => {
  it('more than sixty of them: WebP, at most 512 px, one frame, no metadata', async () => {
    expect(files.length).toBeGreaterThanOrEqual(60);
    const wrong: string[] = [];
    for (const [name, expected, file] of files) {
      const judged = await judge(file);
      if (!ALLOWED[expected].includes(judged.kind)) wrong.push(`${name}: ${judged.kind}`);
      if (judged.kind === 'encoded') expectClean(judged.image);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('a photo is turned upright as its orientation says', async () => {
    const sides = async (name: string) => {
      const judged = await judge(fileNamed(name));
      return judged.kind === 'encoded' ? expectClean(judged.image) : judged;
    };
    expect(await sides('JPEG with orientation 3')).toEqual({ width: 90, height: 30 });
    expect(await sides('JPEG with orientation 6')).toEqual({ width: 30, height: 90 });
  });
});

it('decision 61: a decoder that is not among the three is blocked, also if a file comes past the check', async () => {
  for (const name of ['SVG', 'GIF', 'TIFF', 'AVIF']) {
    expect(await encodeHere(fileNamed(name)), name).toEqual({ kind: 'malformed' });
  }
});

it('decision 61: the process says the same of a picture, a damaged file and one with too many pixels', async () => {
  for (const name of [
    'JPEG',
    'JPEG without its last two bytes',
    'JPEG cut in half',
    'PNG that claims 30,000 × 30,000 px',
  ]) {
    const file = fileNamed(name);
    expect(await encodeBy(encoder, file), name).toEqual(await encodeHere(file));
  }
  expect(await encoder.trouble()).toBeUndefined();
});

it('decision 61: a server without sharp says so; a decoder that breaks is the fault of its file; it runs below the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pictures-'));
  const ending = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return createPictureEncoder(join(folder, name));
  };
  const without = ending('without.cjs', "process.stderr.write('no binary'); process.exitCode = 5;");
  expect(await encodeBy(without, png(1))).toEqual({ kind: 'unavailable', reason: 'no binary' });
  expect(await without.trouble()).toBe('no binary');
  const broken = ending('broken.cjs', "process.kill(process.pid, 'SIGSEGV');");
  expect(await encodeBy(broken, png(1))).toEqual({ kind: 'malformed' });
  // It ends while the rest of its file is still on its way, and the next one gets its own from the beginning.
  const hasty = ending(
    'hasty.cjs',
    "process.stdin.once('data', (chunk) => { process.stdout.write(chunk.subarray(0, 1)); process.exit(); });",
  );
  const made = [Buffer.alloc(96_000_000, 7), Buffer.alloc(9, 8)].map((file) => encodeBy(hasty, file));
  expect(await Promise.all(made)).toEqual([7, 8].map((byte) => ({ kind: 'encoded', image: Buffer.of(byte) })));
  const alone = ending('alone.cjs', "process.kill(process.ppid, 'SIGKILL');");
  expect(await encodeBy(alone, png(1))).toEqual({ kind: 'unavailable', reason: 'The thread of the decoder exited.' });
  const secrets = ending('secrets.cjs', 'process.stdout.write(JSON.stringify(process.env));');
  expect(await encodeBy(secrets, png(1))).toEqual({ kind: 'encoded', image: Buffer.from('{}') });
  const priority = ending(
    'priority.cjs',
    "process.stdin.resume().on('end', () => process.stdout.write(String(require('node:os').getPriority())));",
  );
  const { image } = (await encodeBy(priority, png(1))) as { image: Buffer };
  expect(Number(image)).toBeGreaterThan(getPriority());
  rmSync(folder, { recursive: true });
});

describe('decision 61: a decoder ends', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-pictures-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  /** By a program that has the decoder's own as `decoder`. */
  const running = (name: string, text: string, maxMs?: number) => {
    writeFileSync(join(folder, name), `const decoder = require(${JSON.stringify(PROGRAM)}); ${text}`);
    return encodeBy(createPictureEncoder(join(folder, name), maxMs), png(1));
  };
  const MALFORMED = { kind: 'malformed' };

  it('after so much CPU, and not while others keep the machine busy', async () => {
    const limited = 'decoder.endAfterCpu(0.4); process.stdin.resume();';
    // In a thread, as libvips works.
    const works = "require('node:crypto').pbkdf2('', '', 1e9, 9, 'sha256', () => {});";
    expect(await running('works.cjs', `${limited} ${works}`)).toEqual(MALFORMED);
    const waits = "setTimeout(() => { process.stdout.write('x'); }, 1000);";
    expect(await running('waits.cjs', `${limited} ${waits}`)).toEqual({ kind: 'encoded', image: Buffer.from('x') });
  });

  it.each([
    [9_999_999, 'encoded'],
    [10_000_000, 'malformed'],
  ])('of which it may take ten seconds: %i µs, %s', async (user, kind) => {
    const looksAtOnce = 'setInterval = (look) => { look(); return { unref() {} }; };';
    const took = `process.cpuUsage = () => ({ user: ${user}, system: 0 });`;
    const main = 'decoder.main(process.argv.slice(2));';
    expect(await running(`after-${user}.cjs`, `${looksAtOnce} ${took} ${main}`)).toMatchObject({ kind });
  });

  it('when it hangs, which is not the fault of its file', async () => {
    const reason = 'The decoder did not end within 300 ms.';
    expect(await running('hangs.cjs', 'setInterval(() => {}, 1000);', 300)).toEqual({ kind: 'unavailable', reason });
  });
});

describe('decision 61: files that are uploaded are held by a thread', () => {
  it('however they come, and several at once', async () => {
    const file = fileNamed('JPEG');
    const whole = await encodeHere(file);
    expect(whole.kind).toBe('encoded');
    const made = await Promise.all([1, 33, 1000, file.length].map((size) => encodeBy(encoder, file, size)));
    expect(made).toEqual([whole, whole, whole, whole]);
  });

  it('takes over the memory of a part, but never what lies beside it', async () => {
    const file = fileNamed('JPEG');
    const upload = encoder.open();
    const own = Buffer.from(new Uint8Array(file.subarray(0, 100)).buffer);
    const beside = new Uint8Array(file.length + 50);
    beside.set(file, 50);
    upload.add(own);
    upload.add(Buffer.from(beside.buffer, 150));
    expect(own).toHaveLength(0);
    expect(Buffer.from(beside.buffer, 50).equals(file)).toBe(true);
    expect(await upload.encode()).toEqual(await encodeHere(file));
    upload.close();
  });

  it('ends with the last upload, and another one comes with the next', async () => {
    const running = new Set<Worker>();
    const note = (thread: Worker) => {
      running.add(thread);
      thread.once('exit', () => running.delete(thread));
    };
    process.on('worker', note);
    const [first, second] = [encoder.open(), encoder.open()];
    await expect.poll(() => running.size).toBe(1);
    first.close();
    expect(await encodeBy(encoder, fileNamed('JPEG'))).toMatchObject({ kind: 'encoded' });
    expect(running.size).toBe(1);
    second.close();
    expect(await encodeBy(encoder, fileNamed('JPEG'))).toMatchObject({ kind: 'encoded' });
    await expect.poll(() => running.size).toBe(0);
    process.off('worker', note);
  });

  it('and one that breaks ends its uploads, but not the next', async () => {
    const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
    const [early, late] = [encoder.open(), encoder.open()];
    early.add(Buffer.from(fileNamed('JPEG')));
    const ended = early.encode();
    await (await started).terminate();
    const reason = 'The thread of the decoder exited.';
    expect(await ended).toEqual({ kind: 'unavailable', reason });
    expect(await late.encode()).toEqual({ kind: 'unavailable', reason });
    expect(await encodeBy(encoder, fileNamed('JPEG'))).toMatchObject({ kind: 'encoded' });
    early.close();
    late.close();
  });
});
