// RSA keys of servers in the tests' own process. Generating one takes a tenth of a second of a core, each server has two,
// and most tests are about something else. Servers in a process of their own generate theirs.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JwtCrypto } from '../../src/core/server/keys/jwt-crypto.ts';
import { FOLDER_OF_THE_RUN } from '../program/fork-built.ts';

/** More than one server gets, so that all keys of a server are different. */
const KEPT = 12;

type Generated = Awaited<ReturnType<JwtCrypto['generate']>>;

const kept: Promise<Generated>[] = [];
let made = 0;

/** Lets the server take the next of the keys that the run keeps, where there is one, instead of a new one. */
export function keepRsaKeys(jwtCrypto: JwtCrypto): JwtCrypto {
  const { generate } = jwtCrypto;
  return Object.assign(jwtCrypto, {
    generate: (algorithm: Parameters<typeof generate>[0]) => {
      if (algorithm !== 'RS256') return generate(algorithm);
      const place = made % KEPT;
      made += 1;
      kept[place] ??= keyOfRun(place, () => generate(algorithm));
      return kept[place];
    },
  });
}

/** The key that the first worker that needed one at this place left beside the program of the run. */
async function keyOfRun(place: number, generate: () => Promise<Generated>): Promise<Generated> {
  const ofRun = process.env[FOLDER_OF_THE_RUN];
  // A script beside the tests, which nothing was built for.
  if (ofRun === undefined) return generate();
  const folder = join(ofRun, 'rsa-keys');
  const path = join(folder, `${place}.json`);
  if (existsSync(path)) {
    const { privateKey, ...key } = JSON.parse(readFileSync(path, 'utf8')) as Record<keyof Generated, never>;
    return { ...key, privateKey: Buffer.from(privateKey, 'base64') };
  }
  const key = await generate();
  mkdirSync(folder, { recursive: true });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, JSON.stringify({ ...key, privateKey: key.privateKey.toString('base64') }));
  // Another worker may write its own at this moment: whoever reads gets a whole one.
  renameSync(written, path);
  return key;
}
