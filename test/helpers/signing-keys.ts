// RSA keys of servers in the tests' own process. Generating one takes a tenth of a second of a core, each server has two,
// and most tests are about something else. Servers in a process of their own generate theirs.
import type { JwtCrypto } from '../../src/core/keys/jwt-crypto.ts';

/** More than one server gets, so that all keys of a server are different. */
const KEPT = 12;

const kept: ReturnType<JwtCrypto['generate']>[] = [];
let made = 0;

/** Lets the server take the next of the kept keys, where there is one, instead of a new one. */
export function keepRsaKeys(jwtCrypto: JwtCrypto): void {
  const { generate } = jwtCrypto;
  Object.assign(jwtCrypto, {
    generate: (algorithm: Parameters<typeof generate>[0]) => {
      if (algorithm !== 'RS256') return generate(algorithm);
      const place = made % KEPT;
      made += 1;
      kept[place] ??= generate(algorithm);
      return kept[place];
    },
  });
}
