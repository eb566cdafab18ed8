// What a hashing thread runs, one work after the other (hashing-threads.ts). JavaScript, because a thread begins with a
// file, which is the same for the built program and for tests; CommonJS, because a thread that loads modules the other
// way holds 8 MiB more. It makes way for every other thread: a hash takes 20 ms of a whole core, and whoever else wants
// that core for half a millisecond, such as the event loop, would wait for it (case M16). It is not the very last, so
// that on a machine whose cores are all taken people still sign in: it has a tenth of another thread's share.
const { readlinkSync } = require('node:fs');
const { constants, setPriority } = require('node:os');
const { basename } = require('node:path');
const { parentPort } = require('node:worker_threads');
const { hashSync, verifySync } = require('@node-rs/argon2');

const WORKS = { hash: hashSync, verify: verifySync };

/** Only Linux has priorities of threads; where there are none, or no right to change them, it works as it is. */
function goLast() {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
}

goLast();
parentPort.on('message', ({ name, values }) => {
  try {
    parentPort.postMessage({ result: WORKS[name](...values) });
  } catch (error) {
    parentPort.postMessage({ error: String(error.message) });
  }
});
