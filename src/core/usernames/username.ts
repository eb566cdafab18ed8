// Usernames (contract 2, "Username"): how one is written, and when two are the same. Programs identify accounts by the
// claim `preferred_username`, so nobody may have a name that is, or can be read as, another's.
import { toPlainText } from '../profile/plain-text.ts';

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

/** Whether only an operator may assign this name. @param serviceName as pages show it; it is reserved too */
export function isReserved(name: string, serviceName: string): boolean {
  const bare = bareForm(name);
  return RESERVED.some((word) => mayBeReadAs(bare, word)) || mayBeReadAs(bare, bareForm(serviceName));
}

/** Here a `1` may be read as `l` and as `i`. */
const mayBeReadAs = (bare: string, word: string): boolean =>
  bare.length === word.length &&
  [...bare].every((letter, at) => letter === word[at] || (letter === '1' && /[il]/.test(word[at] ?? '')));
