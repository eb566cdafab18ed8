// Usernames (contract 2, "Username"): how one is written, and when two are the same. Programs name accounts by the
// claim `preferred_username`, so nobody may have a name that is, or could be read as, another's.
import { toPlainText } from '../profile/plain-text.ts';

/** First a letter, last no separator, no two separators in a row. */
const SHAPE = /^[a-z](?:[._-]?[a-z0-9])*$/;
const SHORTEST = 3;
const LONGEST = 30;

/** A–Z alone: what else has two cases does not fit anyway. */
const lowerCased = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The name as it is kept; undefined when what was typed does not fit. */
export function readUsername(typed: string): string | undefined {
  const name = lowerCased(toPlainText(typed));
  return name.length >= SHORTEST && name.length <= LONGEST && SHAPE.test(name) ? name : undefined;
}

/** What does not fit into a name is left out, and so are separators; `0` is read as `o`. */
const bareForm = (name: string): string =>
  lowerCased(name)
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('0', 'o');

/**
 * Two names with the same text here are one name: `kim.lee`, `Kim-Lee`, `k1m1ee` … Of a name from before these rules,
 * which may hold anything, what does not fit is left out; empty when nothing is left.
 */
export const comparedForm = (name: string): string => bareForm(name).replaceAll('1', 'l');

/** Who speaks for a service, runs it, or is its machinery: none of them is a person who signed up. */
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

/** Whether only an operator gives this name. @param serviceName as pages show it; it is reserved too */
export function isReserved(name: string, serviceName: string): boolean {
  const bare = bareForm(name);
  return RESERVED.some((word) => mayBeReadAs(bare, word)) || mayBeReadAs(bare, bareForm(serviceName));
}

/** A `1` may be read as `l` and as `i` here. */
const mayBeReadAs = (bare: string, word: string): boolean =>
  bare.length === word.length &&
  [...bare].every((letter, at) => letter === word[at] || (letter === '1' && /[il]/.test(word[at] ?? '')));
