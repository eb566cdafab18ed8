// Runs hashing jobs on a worker thread, one after the other (hashing-threads.ts). It is JavaScript, because a thread
// starts from a file, which must be the same for the built program and for tests. It is CommonJS, because a thread that
// loads ES modules takes 8 MiB more. The thread yields to all others: a hash takes 20 ms of a whole core, and a thread
// that needs that core for half a millisecond, such as the event loop, would wait for it (case M16). It does not have
// the lowest priority, so that people can still sign in on a machine whose cores are all busy: it gets a tenth of
// another thread's share.
const { createCipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } = require('node:crypto');
const { readlinkSync } = require('node:fs');
const { constants, setPriority } = require('node:os');
const { basename } = require('node:path');
const { parentPort } = require('node:worker_threads');
const { hashSync, verifySync } = require('@node-rs/argon2');

/** Node refuses scrypt that takes more. Imported hashes take at most 128 MiB and a little. */
const MAX_SCRYPT_BYTES = 192 * 1024 * 1024;

const scrypt = (password, salt, length, { logN, blockSize, lanes = 1 }) =>
  scryptSync(password, salt, length, { N: 2 ** logN, r: blockSize, p: lanes, maxmem: MAX_SCRYPT_BYTES });

const isEqual = (made, hash) => made.length === hash.length && timingSafeEqual(made, hash);

/** Firebase encrypts its signer key with what scrypt derives, and stores that (firebase/scrypt). */
function firebaseHash(password, work) {
  const cipher = createCipheriv('aes-256-ctr', scrypt(password, work.salt, 32, work), Buffer.alloc(16));
  return Buffer.concat([cipher.update(work.signerKey), cipher.final()]);
}

const VERIFIERS = {
  argon2: (password, { text }) => verifySync(text, password),
  // Loaded with the first such hash: most databases have none.
  bcrypt: (password, { text }) => require('bcryptjs').compareSync(password, text),
  scrypt: (password, work) => isEqual(scrypt(password, work.salt, work.hash.length, work), work.hash),
  pbkdf2: (password, { salt, iterations, hash, digest }) =>
    isEqual(pbkdf2Sync(password, salt, iterations, hash.length, digest), hash),
  'firebase-scrypt': (password, work) => isEqual(firebaseHash(password, work), work.hash),
};

const JOBS = { hash: hashSync, verify: (password, work) => VERIFIERS[work.scheme](password, work) };

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
