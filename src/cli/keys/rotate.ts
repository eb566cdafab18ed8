// `latchkey keys rotate`: brings the change to the next signing key forward, and says when it comes; `--revoke` after a leak
// does it at once, and says what that breaks.
import { JWKS_MAX_AGE_SECONDS } from '../../core/keys/key-schedule.ts';
import { type Rotated, rotateSigningKeys } from '../../core/keys/rotate-signing-keys.ts';
import { SIGNING_ALGORITHMS } from '../../core/keys/signing-key.ts';
import type { Ports } from '../../core/ports.ts';
import { type Answer, type CommandContext, CommandFailed } from '../command.ts';
import { toTime } from '../documents.ts';
import { withPorts } from '../with-ports.ts';
import { NO_KEYS } from './list.ts';

export function run(context: CommandContext): Promise<Answer> {
  const chosen = context.flags.optional('algorithm');
  const revoke = context.flags.has('revoke');
  return withPorts(context, async (ports) => {
    const rotated: Rotated[] = [];
    for (const algorithm of SIGNING_ALGORITHMS.filter((name) => chosen === undefined || name === chosen)) {
      const one = await rotateSigningKeys(ports, { algorithm, revoke });
      if (one) rotated.push(one);
    }
    if (chosen !== undefined && rotated.length === 0) {
      throw new CommandFailed(`--algorithm ${chosen}: there is no such key yet; the first is made when it is needed`);
    }
    const lines = rotated.flatMap((one) => linesOf(one, ports));
    if (rotated.some(({ revoked }) => revoked.length > 0)) lines.push('', ...WHAT_BREAKS);
    return { json: rotated.map(documentOf), text: lines.length > 0 ? lines.join('\n') : NO_KEYS };
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

const WHAT_BREAKS = [
  'Nothing that a given-up key signed is believed any more, by this server from now on: a request that brings such an ID token as',
  'id_token_hint is refused until the application has a new one. Access tokens, refresh tokens and sessions go on working.',
  `Applications keep the list of keys for up to ${JWKS_MAX_AGE_SECONDS / 60} minutes: until then some may still believe the given-up key, and may`,
  'refuse sign-ins with the new one if they do not read the list again for a key that they do not know.',
  'If the database leaked together with the secret, so did the key that signs now: change the secret, then run this once more.',
];
