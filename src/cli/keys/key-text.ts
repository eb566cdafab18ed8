// A signing key as the `keys` commands show it, without its private key.

import type { Ports } from '../../core/operating/ports.ts';
import { stateOf } from '../../core/server/keys/key-schedule.ts';
import { openedBy } from '../../core/server/keys/rewrap-signing-keys.ts';
import type { SigningKey } from '../../core/server/keys/signing-key.ts';
import { timeOrNull } from '../../json/time.ts';

/** @param all every key: a key's state depends on the others */
export const keyJson = (
  ports: Pick<Ports, 'secrets' | 'clock' | 'rules'>,
  key: SigningKey,
  all: readonly SigningKey[],
) => ({
  id: key.id,
  algorithm: key.algorithm,
  number: key.number,
  state: stateOf(key, all, ports.clock.now(), ports.rules),
  created_at: timeOrNull(key.createdAt),
  signs_from: timeOrNull(key.signsFrom),
  revoked_at: timeOrNull(key.revokedAt),
  /** The secret that decrypts the private key; `null`: neither does. */
  secret: openedBy(ports, key) ?? null,
});
