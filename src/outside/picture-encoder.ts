// Makes pictures from uploaded files, each in a process of its own (`picture-process.cjs`, decision 61): the server
// uses no memory for the decoder, and one whose system has no binary of it starts all the same. While there are
// uploads, a thread holds their files (`picture-thread.cjs`), so that megabytes that come and go do not make the main
// thread collect garbage; and a small process starts the decoders (`picture-launcher.cjs`).
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE } from '../core/people/pictures/picture.ts';
import type { EncodedPicture, PictureEncoder, PictureUpload } from '../core/people/pictures/picture-encoder.ts';
import { extendHead, isInterlacedIn16Bits } from '../core/people/pictures/picture-file.ts';

const PROGRAM = fileURLToPath(new URL('./picture-process.cjs', import.meta.url));
const THREAD = new URL('./picture-thread.cjs', import.meta.url);
/** How long a decoder may take by the clock. */
const MAX_MS = 60_000;
/** V8's heap in MiB. The files are not part of it. */
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/** Exit status, standard output and standard error of the process. */
type Ended = { status: number | null; output: Uint8Array; trouble: string };

function readEnd({ status, output, trouble }: Ended): EncodedPicture {
  if (status === 0) return { kind: 'encoded', image: Buffer.from(output) };
  if (status === 4) return { kind: 'too-many-pixels' };
  // Without a status it was ended by its limit of CPU, or by what the file did to the decoder.
  const isUnavailable = status === 5 || (status === null && trouble !== '');
  return isUnavailable ? { kind: 'unavailable', reason: trouble } : { kind: 'malformed' };
}

/** A part that is all of its memory is handed to the thread; of another, such as one of HTTP/2, a copy is. */
const ownMemory = (part: Buffer): Uint8Array<ArrayBuffer> =>
  part.buffer instanceof ArrayBuffer && part.byteLength === part.buffer.byteLength
    ? new Uint8Array(part.buffer)
    : Uint8Array.from(part);

/** @param program for tests, as `maxMs` */
export function createPictureEncoder(program = PROGRAM, maxMs = MAX_MS): PictureEncoder {
  let thread: Thread | undefined;
  const open = (): HeldFile => {
    if (!thread || thread.isOver) thread = startThread(program, maxMs);
    return thread.open();
  };
  return {
    open(): PictureUpload {
      const file = open();
      let head: Buffer = Buffer.alloc(0);
      return {
        get head() {
          return head;
        },
        add(part) {
          head = extendHead(head, part);
          file.add(ownMemory(part));
        },
        async encode() {
          const maxPixels = isInterlacedIn16Bits(head) ? MAX_PICTURE_PIXELS / 2 : MAX_PICTURE_PIXELS;
          return readEnd(await file.decode([maxPixels, MAX_PICTURE_SIDE]));
        },
        close: file.close,
      };
    },
    async trouble() {
      const file = open();
      const { status, trouble } = await file.decode([]);
      file.close();
      return status === 0 ? undefined : trouble || `the decoder ended with ${status}`;
    },
  };
}

/** A file that the thread holds until it is closed. */
type HeldFile = {
  add(part: Uint8Array<ArrayBuffer>): void;
  /** @param limits arguments of the program */
  decode(limits: readonly number[]): Promise<Ended>;
  close(): void;
};

/** `isOver`: it has ended, or ends now. */
type Thread = { readonly isOver: boolean; open(): HeldFile };

/** It ends with the last file that is closed. */
function startThread(program: string, maxMs: number): Thread {
  const worker = new Worker(THREAD, { execArgv: [], resourceLimits: LIMITS, workerData: { program, maxMs } });
  const waiting = new Map<number, (ended: Ended) => void>();
  const held = new Set<number>();
  let isOver = false;
  let trouble = 'The thread of the decoder exited.';
  const exited = (): Ended => ({ status: null, output: new Uint8Array(), trouble });
  worker.on('message', ({ file, ...ended }: Ended & { file: number }) => waiting.get(file)?.(ended));
  worker.on('error', (error) => {
    trouble = error.message;
  });
  worker.on('exit', () => {
    isOver = true;
    for (const resolve of waiting.values()) resolve(exited());
  });
  let opened = 0;
  return {
    get isOver() {
      return isOver;
    },
    open() {
      opened += 1;
      const file = opened;
      held.add(file);
      return {
        add: (part) => worker.postMessage({ file, part }, [part.buffer]),
        decode: (limits) =>
          new Promise((resolve) => {
            if (isOver) return resolve(exited());
            waiting.set(file, resolve);
            worker.postMessage({ file, limits: limits.map(String) });
          }),
        close() {
          waiting.delete(file);
          held.delete(file);
          worker.postMessage({ file });
          if (held.size > 0) return;
          isOver = true;
          worker.terminate();
        },
      };
    },
  };
}
