// Usernames (contract 2, "Username"): how one is written, and when two are the same. Programs identify accounts by the
// claim `preferred_username`, so nobody may have a name that is, or can be read as, another's.

import { toPlainText } from '../../ground/texts/plain-text.ts';
import type { Rules } from '../../server/policy/rules.ts';

/** Starts with a letter, does not end with a separator, and has no two separators in a row. */
const SHAPE = /^[a-z](?:[._-]?[a-z0-9])*$/;
const MIN_LENGTH = 3;
const MAX_LENGTH = 30;

/** Only A–Z: other letters with two cases are not allowed anyway. */
const lowerCased = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** @returns the name as stored; undefined when the text is not a valid username */
export function readUsername(typed: string): string | undefined {
  const name = lowerCased(toPlainText(typed));
  return name.length >= MIN_LENGTH && name.length <= MAX_LENGTH && SHAPE.test(name) ? name : undefined;
}

/** Drops separators and everything else that a name cannot have, and reads `0` as `o`. */
const bareForm = (name: string): string =>
  lowerCased(name)
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('0', 'o');

/**
 * Two names with the same compared form are one name: `kim.lee`, `Kim-Lee`, `kim1ee` … A name from before these rules
 * may contain anything; what a name cannot have is dropped. Empty when nothing is left.
 */
export const comparedForm = (name: string): string => bareForm(name).replaceAll('1', 'l');

/** Names of people who speak for a service or run it, and of its machinery. None of them is a person who signed up. */
const RESERVED: readonly string[] = [
  ...['admin', 'admins', 'administrator', 'administrators', 'administration', 'sysadmin', 'superadmin', 'superuser'],
  ...[
    'root',
    'sudo',
    'system',
    'daemon',
    'nobody',
    'service',
    'server',
    'bot',
    'robot',
    'console',
    'api',
    'www',
    'ftp',
  ],
  ...['operator', 'operators', 'owner', 'owners', 'moderator', 'moderators', 'manager', 'staff', 'team', 'official'],
  ...['support', 'help', 'helpdesk', 'contact', 'info', 'feedback', 'sales', 'billing', 'payments', 'newsletter'],
  ...['postmaster', 'hostmaster', 'webmaster', 'mailerdaemon', 'mail', 'email', 'noreply', 'donotreply', 'localhost'],
  ...['abuse', 'security', 'privacy', 'legal', 'compliance', 'verification', 'verified', 'latchkey'],
  ...['account', 'accounts', 'login', 'signin', 'signup', 'logout', 'password', 'auth', 'oauth', 'openid', 'sso'],
  ...['user', 'username', 'users', 'guest', 'guests', 'anonymous', 'everyone', 'public', 'default', 'test'],
  ...['null', 'undefined', 'none', 'unknown', 'deleted'],
].map(bareForm);

/** `serviceName`: as pages show it; it is reserved too. `reservedUsernames`: those that the policy names. */
export type ReservedNames = Pick<Rules, 'serviceName' | 'reservedUsernames'>;

/** Whether only an operator may assign this name. */
export function isReserved(name: string, { serviceName, reservedUsernames }: ReservedNames): boolean {
  const bare = bareForm(name);
  const isLike = (word: string) => mayBeReadAs(bare, bareForm(word));
  return isReservedEverywhere(name) || isLike(serviceName) || reservedUsernames.some(isLike);
}

/** Whether it is so on every server, whatever its policy says. */
export function isReservedEverywhere(name: string): boolean {
  const bare = bareForm(name);
  return RESERVED.some((word) => mayBeReadAs(bare, word));
}

/** Here a `1` may be read as `l` and as `i`, on either side. */
const mayBeReadAs = (one: string, other: string): boolean =>
  one.length === other.length && [...one].every((letter, at) => isSameLetter(letter, other[at] ?? ''));

const isSameLetter = (one: string, other: string): boolean =>
  one === other || (one === '1' && /[il]/.test(other)) || (other === '1' && /[il]/.test(one));
