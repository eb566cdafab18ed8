// A user in an export of Auth0, and the file of password hashes that Auth0's support gives (contract 30).
import { type ForeignUser, isEmpty, membersOf, openForeignUser, shownName, textIn } from './foreign-user.ts';
import type { Translated } from './translated.ts';

const CLAIMS = ['nickname', 'name', 'given_name', 'family_name', 'picture', 'phone_number'];

/**
 * What Auth0 notes of sign-ins and changes, and what its claims repeat. Nothing here says that a phone number was
 * verified.
 */
const HARMLESS = [
  ...['updated_at', 'last_login', 'last_ip', 'logins_count', 'last_password_reset', 'multifactor_last_modified'],
  ...['phone_verified', '_id', 'clientID', 'global_client_id', 'tenant', 'connection', 'provider'],
];

const FACTORS = ['multifactor', 'mfa_factors', 'guardian_authenticators', 'guardian_enrollments'];

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
export function fromAuth0(json: unknown, password: string | undefined): Translated {
  const user = openForeignUser(json, HARMLESS);
  const email = user.text('email');
  const id = user.text('user_id');
  const factors = FACTORS.map((name) => user.value(name)).filter((value) => value !== false && !isEmpty(value));
  if (factors.length > 0) user.note('the second factor is left out: Auth0 does not export it');
  noteProviders(user, id);
  const line = {
    email,
    email_verified: user.flag('email_verified'),
    username: user.text('username'),
    disabled: user.flag('blocked'),
    created_at: user.text('created_at'),
    locale: user.text('locale'),
    profile: profileOf(user, email),
    password,
  };
  return { json: line, id, ...user.told() };
}

/** Nobody signs in here through another provider, or by a second account that was linked to the first. */
function noteProviders(user: ForeignUser, id: string | undefined): void {
  const own = id?.includes('|') ? id.slice(0, id.indexOf('|')) : 'auth0';
  const listed = user.list('identities').map((identity) => textIn(membersOf(identity), 'provider') ?? 'without a name');
  const at = listed.indexOf(own);
  const others = listed.filter((_, index) => index !== at);
  for (const provider of own === 'auth0' ? others : [own, ...others]) {
    user.note(`identities: left out: ${shownName(provider)}`);
  }
}

/** Where nobody typed a name, Auth0 has the address there. */
const profileOf = (user: ForeignUser, email: string | undefined): object =>
  Object.fromEntries(
    CLAIMS.flatMap((claim) => {
      const value = user.text(claim);
      return value === undefined || value === email ? [] : [[claim, value]];
    }),
  );
