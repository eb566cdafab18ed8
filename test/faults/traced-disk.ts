// What a process does to its files, seen by strace: what was written, what was made durable, and when answers left.
// From that the files can be made anew as a power cut at any moment may leave them: with nothing that was not synced,
// or with any part of it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from '../helpers/required-program.ts';

/** Moments are in ms since the epoch, as the machine's clock tells them. */
type Event =
  | { at: number; kind: 'write'; path: string; offset: number; bytes: Buffer }
  | { at: number; kind: 'truncate'; path: string; length: number }
  | { at: number; kind: 'sync' | 'unlink'; path: string }
  /** The first bytes of an answer of HTTP. */
  | { at: number; kind: 'answer'; head: string };

type Unsynced = Extract<Event, { kind: 'write' | 'truncate' }>;

export type DiskTrace = {
  /** To be called when the process is gone. */
  read(): readonly Event[];
};

/** A disk forgets or keeps a sector as a whole, in bytes. */
const SECTOR = 512;
/** For so long nothing was written: what was begun then is done. */
const STILL_MS = 300;

/** Watches the main thread, where SQLite and the answers are. Resolves when nothing escapes any more. */
export async function traceDisk(pid: number): Promise<DiskTrace> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-trace-'));
  const file = join(folder, 'trace');
  const traced = 'trace=pwrite64,write,writev,fdatasync,fsync,ftruncate,unlink';
  const args = ['-y', '-ttt', '-xx', '-s', '70000', '-e', traced, '-o', file, '-p', String(pid)];
  const strace = spawn(requireProgram('strace'), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  await untilAttached(strace);
  return {
    read() {
      strace.kill('SIGINT');
      const events = readFileSync(file, 'latin1')
        .split('\n')
        .flatMap((line) => parseLine(line) ?? []);
      rmSync(folder, { recursive: true, force: true });
      return events;
    },
  };
}

function untilAttached(strace: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    strace.stderr?.on('data', (chunk) => {
      said += chunk;
      if (said.includes('attached')) resolve();
    });
    strace.once('exit', () => reject(new Error(`strace ended: ${said}`)));
  });
}

const LINE = /^(\d+)\.(\d{6}) (\w+)\((.*)\)\s+= (-?\d+)/;

function parseLine(line: string): Event | undefined {
  const [, seconds = '', micros = '', call, args = '', result = ''] = LINE.exec(line) ?? [];
  if (call === undefined || Number(result) < 0) return undefined;
  const at = Number(seconds) * 1000 + Number(micros) / 1000;
  const path = bytesOf(/^(?:\d+<([^>]*)>|"([^"]*)")/.exec(args)?.slice(1).join('') ?? '').toString();
  switch (call) {
    case 'pwrite64': {
      const [, text = '', offset = ''] = /"([^"]*)", \d+, (\d+)$/.exec(args) ?? [];
      return { at, kind: 'write', path, offset: Number(offset), bytes: bytesOf(text).subarray(0, Number(result)) };
    }
    case 'ftruncate':
      return { at, kind: 'truncate', path, length: Number(/, (\d+)$/.exec(args)?.[1]) };
    case 'fsync':
    case 'fdatasync':
      return { at, kind: 'sync', path };
    case 'unlink':
      return { at, kind: 'unlink', path };
    default: {
      const head = bytesOf(/"([^"]*)"/.exec(args)?.[1]?.slice(0, 64 * 4) ?? '').toString('latin1');
      return path.startsWith('socket:') && head.startsWith('HTTP/1.1 ') ? { at, kind: 'answer', head } : undefined;
    }
  }
}

/** What `-xx` writes: every byte as `\x2f`. */
const bytesOf = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

/** Each answer that left while something written to these files was not durable. */
export function answersBeforeSync(events: readonly Event[], paths: readonly string[]): string[] {
  const dirty = new Set<string>();
  const early: string[] = [];
  for (const event of events) {
    if (event.kind === 'answer') {
      if (dirty.size > 0) early.push(`${event.head.slice(0, 60)} before ${[...dirty].join(', ')}`);
    } else if (paths.includes(event.path)) {
      if (event.kind === 'sync' || event.kind === 'unlink') dirty.delete(event.path);
      else dirty.add(event.path);
    }
  }
  return early;
}

/** Files as a power cut leaves them. */
export type CutOptions = {
  /** What stood in them, durable, at the moment `from`. */
  before: ReadonlyMap<string, Buffer>;
  from: number;
  /** The moment of the cut. */
  at: number;
  /** Whether one more un-synced sector has reached the disk; absent: none has. */
  survives?: () => boolean;
};

export function cutPower(
  events: readonly Event[],
  { before, from, at, survives }: CutOptions,
): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>([...before].map(([path, bytes]) => [path, Buffer.from(bytes)]));
  const unsynced = new Map<string, Unsynced[]>();
  for (const event of events) {
    if (event.at < from || event.at > at || event.kind === 'answer' || !before.has(event.path)) continue;
    const { path } = event;
    if (event.kind === 'unlink') files.delete(path);
    if (event.kind === 'write' || event.kind === 'truncate') unsynced.set(path, [...(unsynced.get(path) ?? []), event]);
    else {
      for (const change of unsynced.get(path) ?? []) files.set(path, apply(files.get(path), change));
      unsynced.delete(path);
    }
  }
  if (survives) {
    for (const change of [...unsynced.values()].flat().flatMap(intoSectors)) {
      if (survives()) files.set(change.path, apply(files.get(change.path), change));
    }
  }
  return files;
}

function apply(file: Buffer | undefined, change: Unsynced): Buffer {
  const was = file ?? Buffer.alloc(0);
  if (change.kind === 'truncate') return Buffer.concat([was.subarray(0, change.length)], change.length);
  const end = change.offset + change.bytes.length;
  const grown = end > was.length ? Buffer.concat([was], end) : was;
  change.bytes.copy(grown, change.offset);
  return grown;
}

function intoSectors(change: Unsynced): Unsynced[] {
  if (change.kind === 'truncate') return [change];
  const parts: Unsynced[] = [];
  for (let from = 0; from < change.bytes.length; ) {
    const to = from + SECTOR - ((change.offset + from) % SECTOR);
    parts.push({ ...change, offset: change.offset + from, bytes: change.bytes.subarray(from, to) });
    from = to;
  }
  return parts;
}

/** What stands in the files while nothing is written; all of that is synced. For a process that is already traced. */
export async function readStillFiles(paths: readonly string[]): Promise<Pick<CutOptions, 'before' | 'from'>> {
  const changedAt = () => Math.max(...paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
  for (;;) {
    const from = performance.timeOrigin + performance.now();
    const before = new Map(paths.map((path) => [path, existsSync(path) ? readFileSync(path) : Buffer.alloc(0)]));
    if (changedAt() < from - STILL_MS) return { before, from };
    await new Promise((resolve) => setTimeout(resolve, STILL_MS));
  }
}

export function writeFiles(files: ReadonlyMap<string, Buffer>): void {
  for (const [path, bytes] of files) writeFileSync(path, bytes, { mode: 0o600 });
}
