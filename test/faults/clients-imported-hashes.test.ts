// The dearest hashes that an import accepts (contract 30): whoever signs in with one makes the server compute it.
import { expect, it } from 'vitest';
import { readImportedHash } from '../../src/core/sign-in/passwords/stored-hash.ts';
import { createHashingThreads } from '../../src/outside/hashing-threads.ts';
import { inShort } from './how-long.ts';

const bytes = (length: number, value: number) => Buffer.alloc(length, value).toString('base64').replaceAll('=', '');

/** The most of `p` and of `r` · `p`, and the most of `r`, which the short form has without the most of the product. */
it.each(['$scrypt$ln=1,r=1,p=524288', `$scrypt$ln=1,r=65536,p=${inShort(1, { long: 8 })}`])(
  'contract 30: what is accepted can be computed: %s',
  async (head) => {
    const accepted = readImportedHash(`${head}$${bytes(16, 1)}$${bytes(32, 2)}`);
    if (!('hash' in accepted)) throw new Error(accepted.refused);
    // A hash that cannot be computed is wrong for every password, and throws here.
    await expect(createHashingThreads().verify('pw', accepted.hash)).resolves.toBe(false);
  },
);
