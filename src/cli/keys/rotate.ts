// `latchkey keys rotate`: rotates the signing keys early, and says when the next ones sign. `--revoke`, after a leak,
// rotates at once and says what that breaks. `--new-secret` rotates with a secret that the database does not know.

import { WRONG_SECRET } from '../../compose/server-secret.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { replaceUsernameKey } from '../../core/people/usernames/replace-username-key.ts';
import { replaceAuditKey } from '../../core/server/audit/audit-key.ts';
import { JWKS_MAX_AGE_SECONDS } from '../../core/server/keys/key-schedule.ts';
import { type Rotated, rotateSigningKeys } from '../../core/server/keys/rotate-signing-keys.ts';
import { adoptNewSecret, checkServerSecret } from '../../core/server/keys/secret-check.ts';
import { SIGNING_ALGORITHMS } from '../../core/server/keys/signing-key.ts';
import { timeOrNull } from '../../json/time.ts';
import { type CommandAnswer, type CommandContext, CommandFailed, type Flags } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { NO_KEYS } from './list.ts';

/** A new secret replaces the keys of every algorithm: a key that it cannot decrypt could not sign. */
export const check = (flags: Flags): readonly string[] =>
  flags.has('new-secret') && flags.has('algorithm') ? ['--new-secret is for all keys: leave --algorithm away'] : [];

export function run(context: CommandContext): Promise<CommandAnswer> {
  const chosen = context.flags.optional('algorithm');
  const revoke = context.flags.has('revoke');
  const isNewSecret = context.flags.has('new-secret');
  return withPorts(context, async (ports) => {
    // Checked before a key is encrypted with the secret.
    if (!isNewSecret && (await checkServerSecret(ports)) === undefined) throw new CommandFailed(WRONG_SECRET);
    const rotated: Rotated[] = [];
    for (const algorithm of SIGNING_ALGORITHMS.filter((name) => chosen === undefined || name === chosen)) {
      const one = await rotateSigningKeys(ports, { algorithm, revoke });
      if (one) rotated.push(one);
    }
    const names = isNewSecret ? await replaceUsernameKey(ports) : 'none';
    if (isNewSecret) await replaceAuditKey(ports);
    // Last, because a server must not start with the new secret before its keys exist.
    if (isNewSecret && !(await adoptNewSecret(ports))) throw new CommandFailed(ANOTHER_SECRET);
    if (chosen !== undefined && rotated.length === 0) {
      throw new CommandFailed(
        `--algorithm ${chosen}: there is no such key yet; the first one is created when it is needed`,
      );
    }
    const lines = rotated.flatMap((one) => linesOf(one, ports));
    if (lines.length === 0) lines.push(NO_KEYS);
    if (isNewSecret) lines.push('', ...WHAT_THE_OLD_SECRET_KEPT);
    if (names === 'replaced') lines.push('', ...WHICH_NAMES_ARE_FREE);
    if (rotated.some(({ revoked }) => revoked.length > 0)) lines.push('', ...WHAT_BREAKS);
    return { json: rotated.map(documentOf), text: lines.join('\n') };
  });
}

const documentOf = ({ algorithm, to, next, revoked, changed }: Rotated) => ({
  algorithm,
  id: to.id,
  signs_from: timeOrNull(to.signsFrom),
  next_id: next?.id ?? null,
  next_signs_from: timeOrNull(next?.signsFrom),
  revoked: revoked.map(({ id }) => id),
  changed,
});

function linesOf({ algorithm, to, next, revoked, changed }: Rotated, ports: Pick<Ports, 'clock'>): string[] {
  const isNow = to.signsFrom <= ports.clock.now();
  const already = changed ? '' : ' (unchanged)';
  const why = isNow || !changed ? '' : ', because clients may not know it earlier';
  return [
    `${algorithm}: ${to.id} signs ${isNow ? 'from now on' : `from ${timeOrNull(to.signsFrom)}`}${already}${why}.`,
    ...(next ? [`${algorithm}: ${next.id} is next, from ${timeOrNull(next.signsFrom)}.`] : []),
    ...revoked.map(({ id }) => `${algorithm}: ${id} is revoked.`),
  ];
}

const ANOTHER_SECRET = 'Another process stored its secret at the same time: stop it, then run this command again';

const WHAT_THE_OLD_SECRET_KEPT = [
  'The current secret is now the secret of this database. Set it for every process and restart all of them: processes that still',
  'run with the previous one cannot read what is encrypted from now on. Refresh tokens issued before no longer work.',
];

const WHICH_NAMES_ARE_FREE = [
  'Accounts keep their current usernames. Former usernames and those of deleted accounts are no longer reserved. If programs still',
  'identify somebody by such a name, give it to the right account (latchkey accounts set-username).',
];

const WHAT_BREAKS = [
  'This server no longer accepts anything a revoked key signed: it refuses such an ID token as id_token_hint until the application',
  'has a new one. Access tokens, refresh tokens and sessions keep working.',
  `Applications cache the key set for up to ${JWKS_MAX_AGE_SECONDS / 60} minutes. Until then, some may still accept the revoked key, and may`,
  'refuse sign-ins with the new key if they do not fetch the key set again for an unknown key.',
  'If the database leaked together with the secret, the current key leaked too: change the secret, then run this command again.',
];
