// Holds uploaded files on a worker thread, and passes one after another to the process that starts decoders
// (picture-encoder.ts, decision 61). It is CommonJS and runs as it is, as hashing-thread.cjs.
'use strict';
const { fork } = require('node:child_process');
const { setPriority } = require('node:os');
const { join } = require('node:path');
const { parentPort, workerData } = require('node:worker_threads');

const LOWER_PRIORITY = 10;

function startLauncher() {
  // Nothing of the server's environment, which has its secrets.
  const stdio = ['pipe', 'ignore', 'ignore', 'ipc'];
  const options = { env: {}, execArgv: [], serialization: 'advanced', stdio };
  const { program, maxMs } = workerData;
  const launcher = fork(join(__dirname, 'picture-launcher.cjs'), [program, String(maxMs)], options);
  try {
    // Its decoders have the same.
    setPriority(launcher.pid, LOWER_PRIORITY);
  } catch {
    // It has ended.
  }
  launcher.stdin.on('error', () => {});
  launcher.once('error', (error) => {
    throw error;
  });
  launcher.once('exit', () => process.exit());
  return launcher;
}

const launcher = startLauncher();
/** Called when the process that decodes a file has ended. */
let onEnded;
launcher.on('message', (ended) => onEnded(ended));

/** By number: its parts. */
const files = new Map();

function decode(file, limits) {
  const parts = files.get(file) ?? [];
  launcher.send({ limits, bytes: parts.reduce((sum, { length }) => sum + length, 0) });
  for (const part of parts) launcher.stdin.write(part);
  return new Promise((resolve) => {
    onEnded = resolve;
  });
}

function add(file, part) {
  const parts = files.get(file);
  if (parts) parts.push(part);
  else files.set(file, [part]);
}

let last = Promise.resolve();
/** A part of a file, the limits with which it is decoded, or neither: it is closed. */
parentPort.on('message', ({ file, part, limits }) => {
  if (part) add(file, part);
  else if (!limits) files.delete(file);
  // One after another, so that their memory is that of one.
  else last = last.then(async () => parentPort.postMessage({ file, ...(await decode(file, limits)) }));
});
