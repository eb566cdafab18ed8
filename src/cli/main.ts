#!/usr/bin/env node
// Runs the program from one file, with the code that V8 compiled from it at build time: compiling is two fifths of a
// start (docs/decisions/0018-one-bundle.md). V8 itself rejects code from another version of Node or with other flags.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { nameSourceLines } from './source-lines.ts';

const WASM_PAGE = 65_536;

/**
 * Allocates memory that goes back to the system when it is freed. Freeing an ordinary buffer of this size makes the C
 * library keep twice as much of what is freed later: 6 MiB of a server under load (decision 38). Where WebAssembly has
 * no memory (`--jitless`, `ulimit -v`), allocates an ordinary buffer.
 */
function allocate(size: number): ArrayBuffer {
  try {
    return new WebAssembly.Memory({ initial: Math.ceil(size / WASM_PAGE) }).buffer;
  } catch {
    return new ArrayBuffer(size);
  }
}

/** Reads a file beside this one. */
function read(name: string): Buffer {
  const file = openSync(new URL(name, import.meta.url), 'r');
  try {
    const { size } = fstatSync(file);
    const content = Buffer.from(allocate(size), 0, size);
    readSync(file, content);
    return content;
  } finally {
    closeSync(file);
  }
}

/** Returns undefined when the build could not run the program and so left no code. */
function compiledCode(): Buffer | undefined {
  try {
    return read('program.cache');
  } catch {
    return undefined;
  }
}

const filename = fileURLToPath(new URL('program.cjs', import.meta.url));
nameSourceLines(filename);
// The bundle is ASCII except in comments, and strings of one-byte characters take half the memory.
const script = new Script(read('program.cjs').toString('latin1'), { filename, cachedData: compiledCode() });
script.runInThisContext()(createRequire(import.meta.url), import.meta.url);
