// Starts the decoder of one uploaded file after another (picture-encoder.ts, decision 61). Starting a process takes
// longer the more memory the one has that starts it, and holds up all of its threads: this one is small. It is CommonJS
// and runs as it is, as hashing-thread.cjs.
'use strict';
const { spawn } = require('node:child_process');

/** `maxMs` is for a decoder that hangs, or gets no CPU. The program's own limit ends one that works. */
const [program, maxMs] = process.argv.slice(2);

/** Passes so many bytes of standard input on, and takes them all: the decoder may end before it has read them. */
const feed = (stdin, bytes) =>
  new Promise((resolve) => {
    stdin.on('error', () => {});
    let left = bytes;
    const pass = (chunk) => {
      left -= chunk.length;
      stdin.write(chunk);
      if (left === 0) end();
    };
    const end = () => {
      process.stdin.off('data', pass).pause();
      stdin.end();
      resolve();
    };
    if (left === 0) end();
    else process.stdin.on('data', pass).resume();
  });

/** @returns its exit status, null if a signal ended it or it did not start; standard output and standard error */
async function decode({ bytes, limits }) {
  const child = spawn(process.execPath, [program, ...limits], { timeout: Number(maxMs) });
  const fed = feed(child.stdin, bytes);
  const ended = new Promise((resolve) => {
    const output = [];
    let trouble = '';
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => {
      trouble += chunk;
    });
    child.once('error', ({ message }) => resolve({ status: null, output: Buffer.alloc(0), trouble: message }));
    child.once('close', (status) => {
      // By the timeout alone: that is not the fault of the file.
      if (child.killed) trouble = `The decoder did not end within ${maxMs} ms.`;
      resolve({ status, output: Buffer.concat(output), trouble });
    });
  });
  await fed;
  return ended;
}

process.on('message', async (file) => process.send(await decode(file)));
process.on('disconnect', () => process.exit());
