// A user in an export of Keycloak (contract 30).
import {
  type ForeignUser,
  isEmpty,
  type Members,
  membersOf,
  numberOf,
  openForeignUser,
  shownName,
  textIn,
} from './foreign-user.ts';
import { codesIn, credentialOf, firstOf, type KeycloakCredential, passwordIn } from './keycloak-credentials.ts';
import { type GroupPaths, groupsIn } from './keycloak-groups.ts';
import type { Translated } from './translated.ts';

/** Attributes that Keycloak's own mappers give as claims, by the claim. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  nickname: 'nickname',
  picture: 'picture',
  middle_name: 'middleName',
  gender: 'gender',
  birthdate: 'birthdate',
  website: 'website',
  profile: 'profile',
  locale: 'locale',
  zoneinfo: 'zoneinfo',
  phone_number: 'phoneNumber',
};
const ADDRESS_ATTRIBUTES: Readonly<Record<string, string>> = {
  street_address: 'street',
  locality: 'locality',
  region: 'region',
  postal_code: 'postal_code',
  country: 'country',
};
/** Where a user of LDAP is in the directory. */
const HARMLESS_ATTRIBUTES = ['LDAP_ID', 'LDAP_ENTRY_DN', 'createTimestamp', 'modifyTimestamp'];

/** What follows from other members, or says what an administrator may do in Keycloak. */
const HARMLESS = ['totp', 'disableableCredentialTypes', 'access', 'userProfileMetadata', 'self'];

/** Every user of a realm has these. */
const DEFAULT_ROLES = /^(?:default-roles-.*|offline_access|uma_authorization)$/;
const DEFAULT_ACCOUNT_ROLES: readonly unknown[] = ['view-profile', 'manage-account'];

/** @param paths of the groups of the users before, to which this one's are added */
export function fromKeycloak(json: unknown, paths: GroupPaths): Translated {
  const user = openForeignUser(json, HARMLESS);
  const email = user.text('email');
  const username = user.text('username');
  const id = user.text('id');
  const created = user.time('createdTimestamp');
  const attributes = user.object('attributes');
  const credentials = user.listOrFault('credentials').map((credential) => credentialOf(membersOf(credential)));
  if (user.text('serviceAccountClientId') !== undefined)
    user.fault('serviceAccountClientId: is no person, but a client');
  const { mustSetPassword, mustVerify } = readActions(user, credentials);
  const address = claimsOf(attributes, ADDRESS_ATTRIBUTES);
  const [verified, enabled] = [user.flag('emailVerified'), user.flag('enabled')];
  const line = {
    email,
    email_verified: mustVerify ? false : verified,
    // Realms whose users sign in by address have it as their username.
    username: username?.toLowerCase() === email?.toLowerCase() ? undefined : username,
    disabled: enabled === undefined ? undefined : !enabled,
    created_at: created,
    profile: {
      given_name: user.text('firstName'),
      family_name: user.text('lastName'),
      ...claimsOf(attributes, ATTRIBUTES),
      address: Object.keys(address).length > 0 ? address : undefined,
    },
    password: mustSetPassword ? undefined : passwordIn(user, credentials),
    totp: codesIn(user, credentials),
    groups: groupsIn(user, paths),
  };
  noteOthers(user, attributes, credentials);
  return { json: line, id, mustSetPassword, ...user.told() };
}

/** What Keycloak would ask the person for at the next sign-in. */
function readActions(
  user: ForeignUser,
  credentials: readonly KeycloakCredential[],
): { mustSetPassword: boolean; mustVerify: boolean } {
  const actions = user.listOrFault('requiredActions').map((action) => {
    if (typeof action === 'string') return action;
    user.fault('requiredActions: must be a list of texts');
    return '';
  });
  const asked = new Set(actions.map((action) => action.toUpperCase()));
  // Of a password that an administrator typed, somebody else knows it.
  const isTemporary = credentials.some(({ type, temporary }) => type === 'password' && temporary);
  const mustSetPassword = asked.has('UPDATE_PASSWORD') || isTemporary;
  const mustVerify = asked.has('VERIFY_EMAIL');
  if (mustSetPassword) {
    user.note('requiredActions: UPDATE_PASSWORD: the password is left out; the person sets one by mail');
  }
  if (mustVerify) user.note('requiredActions: VERIFY_EMAIL: the address is not verified');
  for (const action of actions) {
    if (['', 'UPDATE_PASSWORD', 'VERIFY_EMAIL'].includes(action.toUpperCase())) continue;
    user.note(`requiredActions: ${shownName(action)}: left out`);
  }
  return { mustSetPassword, mustVerify };
}

/** What is left out, beside the members that nothing here names. */
function noteOthers(user: ForeignUser, attributes: Members, credentials: readonly KeycloakCredential[]): void {
  if ((numberOf(user.value('notBefore') ?? 0) ?? 1) > 0) user.note('notBefore: left out; no session comes along');
  // The second is its former name.
  const links = [user.text('federationLink'), user.text('origin')];
  if (links.some((link) => link !== undefined)) {
    const hasOwn = credentials.some(({ type }) => type === 'password');
    user.note(
      hasOwn
        ? 'federationLink: left out; the password that Keycloak has comes along'
        : 'federationLink: the password is in another directory; the person sets one by mail',
    );
  }
  for (const identity of user.list('federatedIdentities')) {
    user.note(`federatedIdentities: left out: ${shownName(textIn(membersOf(identity), 'identityProvider') ?? '?')}`);
  }
  const roles = user.list('realmRoles');
  if (!roles.every((role) => typeof role === 'string' && DEFAULT_ROLES.test(role))) user.note('realmRoles: left out');
  for (const [client, given] of Object.entries(user.object('clientRoles'))) {
    const isDefault =
      client === 'account' && Array.isArray(given) && given.every((role) => DEFAULT_ACCOUNT_ROLES.includes(role));
    if (!isDefault) user.note('clientRoles: left out');
  }
  const known = [...Object.values(ATTRIBUTES), ...Object.values(ADDRESS_ATTRIBUTES)];
  for (const [name, value] of Object.entries(attributes)) {
    if (known.includes(name)) {
      if (Array.isArray(value) && value.length > 1) user.note(`attributes: ${name}: left out but for its first value`);
      if (firstOf(value) === undefined && !isEmpty(value))
        user.note(`attributes: ${name}: left out, because it is no text`);
    } else if (!isEmpty(value) && !HARMLESS_ATTRIBUTES.includes(name)) {
      user.note(`attributes: ${shownName(name)}: left out`);
    }
  }
}

/** The values of attributes are lists. */
const claimsOf = (attributes: Members, names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([claim, attribute]) => {
      const value = firstOf(attributes[attribute]);
      return value === undefined ? [] : [[claim, value]];
    }),
  );
