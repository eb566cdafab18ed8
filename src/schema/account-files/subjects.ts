// By which `sub` applications know the person of a line of an account file (contract 30).
import * as z from 'zod/mini';
import { SCOPE_NAME } from '../../core/applications/apis/api.ts';
import { resourceKey } from '../../core/applications/apis/resource.ts';
import { KNOWN_SCOPES } from '../../core/applications/connections/named-items.ts';
import { CONSENT_ITEMS } from '../../core/ground/consent-items.ts';
import type { BroughtConnection } from '../../core/operating/account-files/account-file-store.ts';
import { PROGRAM_PREFIX } from '../../protocol/access-token.ts';
import { isObject, membersOf, objectOf, orMissing, requiredFlag, requiredTime, TIME } from './members.ts';

const MAX_APPLICATIONS = 500;

/** What ID tokens may have as `sub` (OpenID Connect Core 2): printable ASCII. */
const SUB = 'must be 1 to 255 printable ASCII characters';
const isSub = z.regex(/^[\x20-\x7E]{1,255}$/, SUB);
/** So begins the subject of a program that acts for itself, which is never alike a person's (contract 45). */
const isPerson = z.refine<string>((sub) => !sub.startsWith(PROGRAM_PREFIX), `must not begin with ${PROGRAM_PREFIX}`);

const isScope = z.string().check(
  z.regex(SCOPE_NAME, 'is no scope of an API'),
  z.refine((name) => !KNOWN_SCOPES.includes(name), 'is no scope of an API'),
);

const recordOf = <Value extends z.ZodMiniType>(name: z.ZodMiniType<string, string>, value: Value) =>
  z.nullish(
    z.record(name, value, 'must be an object').check(
      z.refine((all) => Object.keys(all).length <= MAX_APPLICATIONS, {
        error: `has more than ${MAX_APPLICATIONS} members`,
        when: ({ value: all }) => isObject(all),
      }),
    ),
  );

const byApplication = <Value extends z.ZodMiniType>(value: Value) => recordOf(z.string(), value);

const given = objectOf({ agreed: requiredFlag, at: requiredTime });
const answer = z.nullish(given);

const connection = objectOf({
  sub: z.string({ error: orMissing(SUB) }).check(isSub, isPerson),
  created_at: requiredTime,
  last_used_at: TIME,
  items: z.nullish(objectOf(membersOf(CONSENT_ITEMS, answer))),
  /** Of APIs (contract 45). No item has the name of one. */
  scopes: recordOf(isScope, given),
});

/** @returns resources of an API that was named before, in another spelling */
export const namedTwice = (apis: object): string[] => {
  const keys = Object.keys(apis).map((resource) => resourceKey(resource) ?? resource);
  return Object.keys(apis).filter((_, at) => keys.indexOf(keys[at] ?? '') < at);
};

export const subjects = {
  subjects: byApplication(z.string(SUB).check(isSub, isPerson)),
  connections: byApplication(connection),
  api_subjects: recordOf(z.string(), z.string(SUB).check(isSub, isPerson)),
};

export function connectionIn([applicationId, read]: [string, z.output<typeof connection>]): BroughtConnection {
  const all = { ...read.items, ...read.scopes };
  const answers = Object.entries(all).flatMap(([name, one]) =>
    one ? [[name, { agreed: one.agreed, answeredAt: one.at }] as const] : [],
  );
  return {
    ...{ applicationId, sub: read.sub, createdAt: read.created_at, lastUsedAt: read.last_used_at ?? undefined },
    answers: Object.fromEntries(answers),
  };
}
