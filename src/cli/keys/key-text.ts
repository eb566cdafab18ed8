// How a signing key looks in the documents and lines of the `keys` commands. The private key is no part of any of them.
import { stateOf } from '../../core/keys/key-schedule.ts';
import { openedBy } from '../../core/keys/rewrap-signing-keys.ts';
import type { SigningKey } from '../../core/keys/signing-key.ts';
import type { Ports } from '../../core/ports.ts';
import { timeOrNull } from '../../json/time.ts';

/** @param all every key: what one is at this moment depends on the others */
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
  /** Which secret opens the private key; `null`: neither. */
  secret: openedBy(ports, key) ?? null,
});
