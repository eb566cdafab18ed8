// A user in an export of Auth0, and the file of password hashes that Auth0's support gives (contract 30).
import type { Members } from './read-members.ts';
import { membersOf, type Translated, textIn } from './translated.ts';

const CLAIMS = ['nickname', 'name', 'given_name', 'family_name', 'picture', 'phone_number'];

/** Users of Auth0's own database, as their ids begin. Others sign in through another provider. */
const OWN = 'auth0|';

/** By which the password of the user is found; undefined: the user has none. */
export function passwordIdOf(user: unknown): string | undefined {
  const id = textIn(membersOf(user), 'user_id');
  return id?.startsWith(OWN) ? id.slice(OWN.length) : undefined;
}

/** A line of the file of passwords. Undefined: it is none. */
export function readAuth0Password(json: unknown): { id: string; hash: string } | undefined {
  const members = membersOf(json);
  const id = textIn(membersOf(members._id), '$oid') ?? textIn(members, 'alt_id');
  const hash = textIn(members, 'passwordHash');
  if (id === undefined || hash === undefined) return undefined;
  return { id: id.startsWith(OWN) ? id.slice(OWN.length) : id, hash };
}

/** @param password the hash of this user in the file of passwords */
export function fromAuth0(user: unknown, password: string | undefined): Translated {
  const members = membersOf(user);
  const email = textIn(members, 'email');
  const notes: string[] = [];
  const factors: unknown = members.multifactor ?? members.mfa_factors;
  if (Array.isArray(factors) && factors.length > 0)
    notes.push('the second factor is left out: Auth0 does not export it');
  const json = {
    email,
    email_verified: members.email_verified === true,
    username: textIn(members, 'username'),
    disabled: members.blocked === true,
    created_at: textIn(members, 'created_at'),
    locale: textIn(members, 'locale'),
    profile: profileOf(members, email),
    password,
  };
  return { json, id: textIn(members, 'user_id'), notes, faults: [] };
}

/** Where nobody typed a name, Auth0 has the address there. */
const profileOf = (members: Members, email: string | undefined): object =>
  Object.fromEntries(
    CLAIMS.flatMap((claim) => {
      const value = textIn(members, claim);
      return value === undefined || value === email ? [] : [[claim, value]];
    }),
  );
