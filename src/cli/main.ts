#!/usr/bin/env node
// Runs the program from one file, with the code that V8 compiled from it when it was built: compiling is two fifths of
// a start (docs/decisions/0018-one-bundle.md). Code of another version of Node, or of other flags, V8 refuses by
// itself.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { nameSourceLines } from './source-lines.ts';

const WASM_PAGE = 65_536;

/**
 * Memory that goes back to the system. A buffer of such a size that is freed teaches the C library to keep twice as
 * much of whatever is freed later: 6 MiB of a server under load. Where there is none (`--jitless`, `ulimit -v`), a
 * buffer it is.
 */
function room(size: number): ArrayBuffer {
  try {
    return new WebAssembly.Memory({ initial: Math.ceil(size / WASM_PAGE) }).buffer;
  } catch {
    return new ArrayBuffer(size);
  }
}

/** A file beside this one. */
function read(name: string): Buffer {
  const file = openSync(new URL(name, import.meta.url), 'r');
  try {
    const { size } = fstatSync(file);
    const content = Buffer.from(room(size), 0, size);
    readSync(file, content);
    return content;
  } finally {
    closeSync(file);
  }
}

/** None where the program could not be run when it was built. */
function compiledCode(): Buffer | undefined {
  try {
    return read('program.cache');
  } catch {
    return undefined;
  }
}

const filename = fileURLToPath(new URL('program.cjs', import.meta.url));
nameSourceLines(filename);
// The bundler writes ASCII, but for comments, and one byte for a character is half the memory.
const script = new Script(read('program.cjs').toString('latin1'), { filename, cachedData: compiledCode() });
script.runInThisContext()(createRequire(import.meta.url), import.meta.url);
