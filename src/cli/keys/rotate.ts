// `latchkey keys rotate`: brings the change to the next signing key forward, and says when it comes; `--revoke` after a leak
// does it at once, and says what that breaks. `--new-secret` does it with a secret that the database does not know.
import { replaceUsernameKey } from '../../core/accounts/replace-username-key.ts';
import { JWKS_MAX_AGE_SECONDS } from '../../core/keys/key-schedule.ts';
import { type Rotated, rotateSigningKeys } from '../../core/keys/rotate-signing-keys.ts';
import { checkServerSecret, takeNewSecret } from '../../core/keys/secret-check.ts';
import { SIGNING_ALGORITHMS } from '../../core/keys/signing-key.ts';
import type { Ports } from '../../core/ports.ts';
import { WRONG_SECRET } from '../../server-secret.ts';
import { type Answer, type CommandContext, CommandFailed, type Flags } from '../command.ts';
import { toTime } from '../documents.ts';
import { withPorts } from '../with-ports.ts';
import { NO_KEYS } from './list.ts';

/** A new secret is one for the keys of every algorithm: none that is left behind could sign. */
export const check = (flags: Flags): readonly string[] =>
  flags.has('new-secret') && flags.has('algorithm') ? ['--new-secret is for all keys: leave --algorithm away'] : [];

export function run(context: CommandContext): Promise<Answer> {
  const chosen = context.flags.optional('algorithm');
  const revoke = context.flags.has('revoke');
  const isNewSecret = context.flags.has('new-secret');
  return withPorts(context, async (ports) => {
    // Before a key is encrypted with it.
    if (!isNewSecret && (await checkServerSecret(ports)) === undefined) throw new CommandFailed(WRONG_SECRET);
    const rotated: Rotated[] = [];
    for (const algorithm of SIGNING_ALGORITHMS.filter((name) => chosen === undefined || name === chosen)) {
      const one = await rotateSigningKeys(ports, { algorithm, revoke });
      if (one) rotated.push(one);
    }
    const names = isNewSecret ? await replaceUsernameKey(ports) : 'none';
    // Last: until the keys are there, a server must not start with it.
    if (isNewSecret && !(await takeNewSecret(ports))) throw new CommandFailed(ANOTHER_SECRET);
    if (chosen !== undefined && rotated.length === 0) {
      throw new CommandFailed(`--algorithm ${chosen}: there is no such key yet; the first is made when it is needed`);
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
  signs_from: toTime(to.signsFrom),
  next_id: next?.id ?? null,
  next_signs_from: toTime(next?.signsFrom),
  revoked: revoked.map(({ id }) => id),
  changed,
});

function linesOf({ algorithm, to, next, revoked, changed }: Rotated, ports: Pick<Ports, 'clock'>): string[] {
  const isNow = to.signsFrom <= ports.clock.now();
  const already = changed ? '' : ' (as it was already)';
  const why = isNow || !changed ? '' : ': before that, clients may not know it yet';
  return [
    `${algorithm}: ${to.id} signs ${isNow ? 'from now on' : `from ${toTime(to.signsFrom)} on`}${already}${why}.`,
    ...(next ? [`${algorithm}: ${next.id} is next, from ${toTime(next.signsFrom)} on.`] : []),
    ...revoked.map(({ id }) => `${algorithm}: ${id} is given up.`),
  ];
}

const ANOTHER_SECRET = 'Another process stored its secret at the same moment: stop it, then run this once more';

const WHAT_THE_OLD_SECRET_KEPT = [
  'The secret that is given now is the one of this database. Give it to every process, and start all of them anew: those that run',
  'with the one before cannot read what is encrypted from now on. Every refresh token of before is at its end.',
];

const WHICH_NAMES_ARE_FREE = [
  'User names that accounts have now stay theirs. Nobody can tell any more which names deleted accounts had, nor which others had before:',
  'those are free. Where programs may still know somebody by such a name, give it to the right account (latchkey accounts set-username).',
];

const WHAT_BREAKS = [
  'Nothing that a given-up key signed is believed any more, by this server from now on: a request that brings such an ID token as',
  'id_token_hint is refused until the application has a new one. Access tokens, refresh tokens and sessions go on working.',
  `Applications keep the list of keys for up to ${JWKS_MAX_AGE_SECONDS / 60} minutes: until then some may still believe the given-up key, and may`,
  'refuse sign-ins with the new one if they do not read the list again for a key that they do not know.',
  'If the database leaked together with the secret, so did the key that signs now: change the secret, then run this once more.',
];
