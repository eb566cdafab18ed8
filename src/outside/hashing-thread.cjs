// Runs hashing jobs on a worker thread, one after the other (hashing-threads.ts). It is JavaScript, because a thread
// starts from a file, which must be the same for the built program and for tests. It is CommonJS, because a thread that
// loads ES modules takes 8 MiB more. The thread yields to all others: a hash takes 20 ms of a whole core, and a thread
// that needs that core for half a millisecond, such as the event loop, would wait for it (case M16). It does not have
// the lowest priority, so that people can still sign in on a machine whose cores are all busy: it gets a tenth of
// another thread's share.
const { readlinkSync } = require('node:fs');
const { constants, setPriority } = require('node:os');
const { basename } = require('node:path');
const { parentPort } = require('node:worker_threads');
const { hashSync, verifySync } = require('@node-rs/argon2');

const JOBS = { hash: hashSync, verify: verifySync };

/**
 * Only Linux has priorities of threads. Without them, or without the right to change them, the priority stays as it is.
 */
function lowerPriority() {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
}

lowerPriority();
parentPort.on('message', ({ name, values }) => {
  try {
    parentPort.postMessage({ result: JOBS[name](...values) });
  } catch (error) {
    parentPort.postMessage({ error: String(error.message) });
  }
});
