// By which `sub` applications know the person of a line of an account file (contract 30).
import * as z from 'zod/mini';
import type { BroughtConnection } from '../../core/account-files/account-file-store.ts';
import { CONSENT_ITEMS } from '../../core/consent/catalogue.ts';
import { PROGRAM_PREFIX } from '../../protocol/access-token.ts';
import { isObject, membersOf, objectOf, orMissing, requiredFlag, requiredTime, TIME } from './members.ts';

const MAX_APPLICATIONS = 500;

/** What ID tokens may have as `sub` (OpenID Connect Core 2): printable ASCII. */
const SUB = 'must be 1 to 255 printable ASCII characters';
const isSub = z.regex(/^[\x20-\x7E]{1,255}$/, SUB);
/** So begins the subject of a program that acts for itself, which is never alike a person's (contract 45). */
const isPerson = z.refine<string>((sub) => !sub.startsWith(PROGRAM_PREFIX), `must not begin with ${PROGRAM_PREFIX}`);

const byApplication = <Value extends z.ZodMiniType>(value: Value) =>
  z.nullish(
    z.record(z.string(), value, 'must be an object').check(
      z.refine((all) => Object.keys(all).length <= MAX_APPLICATIONS, {
        error: `has more than ${MAX_APPLICATIONS} members`,
        when: ({ value: all }) => isObject(all),
      }),
    ),
  );

const answer = z.nullish(objectOf({ agreed: requiredFlag, at: requiredTime }));

const connection = objectOf({
  sub: z.string({ error: orMissing(SUB) }).check(isSub, isPerson),
  created_at: requiredTime,
  last_used_at: TIME,
  items: z.nullish(objectOf(membersOf(CONSENT_ITEMS, answer))),
});

export const subjects = {
  subjects: byApplication(z.string(SUB).check(isSub, isPerson)),
  connections: byApplication(connection),
};

export function connectionIn([applicationId, read]: [string, z.output<typeof connection>]): BroughtConnection {
  const answers = CONSENT_ITEMS.flatMap((item) => {
    const given = read.items?.[item];
    return given ? [[item, { agreed: given.agreed, answeredAt: given.at }] as const] : [];
  });
  return {
    ...{ applicationId, sub: read.sub, createdAt: read.created_at, lastUsedAt: read.last_used_at ?? undefined },
    answers: Object.fromEntries(answers),
  };
}
