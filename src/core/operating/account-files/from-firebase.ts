// A user in an export of Firebase Authentication, and the parameters of the project's password hashes (contract 30).
import { type ForeignUser, isEmpty, membersOf, openForeignUser, shownName, textIn } from './foreign-user.ts';
import type { Translated } from './translated.ts';

/** As the console of Firebase shows them. */
export type HashConfig = { signerKey: string; separator: Buffer; rounds: number; memCost: number };

/** @param text `hash_config { base64_signer_key: …, … }`, or the same as JSON. Undefined: something is missing */
export function readHashConfig(text: string): HashConfig | undefined {
  const pairs = [...text.matchAll(/"?(\w+)"?\s*:\s*"?([A-Za-z0-9+/=_-]+)"?/g)];
  const values = new Map(pairs.map(([, name = '', value = '']) => [name, value]));
  const signerKey = Buffer.from(values.get('base64_signer_key') ?? '', 'base64');
  const [rounds, memCost] = [Number(values.get('rounds')), Number(values.get('mem_cost'))];
  const isWhole = [rounds, memCost].every((value) => Number.isSafeInteger(value) && value > 0);
  // With another separator than the project's, no password would be right.
  const separator = Buffer.from(values.get('base64_salt_separator') ?? '', 'base64');
  if (signerKey.length === 0 || separator.length === 0 || !isWhole) return undefined;
  if ((values.get('algorithm') ?? 'SCRYPT') !== 'SCRYPT') return undefined;
  return { signerKey: signerKey.toString('base64'), separator, rounds, memCost };
}

/** What Firebase notes of sign-ins, and since when its tokens count: none of them comes along. */
const HARMLESS = ['lastSignedInAt', 'lastLoginAt', 'lastRefreshAt', 'passwordUpdatedAt', 'validSince', 'version'];

export function fromFirebase(json: unknown, config: HashConfig): Translated {
  const user = openForeignUser(json, HARMLESS);
  const id = user.text('localId');
  if (!isEmpty(user.value('mfaInfo'))) user.note('mfaInfo: the second factor is left out');
  // A text with a JSON object in it.
  if ((user.text('customAttributes') ?? '{}') !== '{}') user.note('customAttributes: left out');
  for (const info of user.list('providerUserInfo')) {
    const provider = textIn(membersOf(info), 'providerId') ?? 'one without a name';
    if (!OWN_PROVIDERS.includes(provider)) user.note(`providerUserInfo: left out: ${shownName(provider)}`);
  }
  const line = {
    email: user.text('email'),
    email_verified: user.flag('emailVerified'),
    disabled: user.flag('disabled'),
    created_at: user.time('createdAt'),
    profile: {
      name: user.text('displayName'),
      picture: user.text('photoUrl'),
      phone_number: user.text('phoneNumber'),
    },
    password: passwordOf(user, config),
  };
  return { json: line, id, ...user.told() };
}

/** Of these, nothing is lost: the address, the password and the number come along. */
const OWN_PROVIDERS: readonly string[] = ['password', 'phone'];

/** Both alphabets of base64 occur. An empty hash is no password. */
function passwordOf(user: ForeignUser, { signerKey, separator, rounds, memCost }: HashConfig): string | undefined {
  const [hash, salt] = ['passwordHash', 'salt'].map((name) => bytesOf(user, name));
  if (!hash) return undefined;
  const salted = Buffer.concat([salt ?? Buffer.alloc(0), separator]);
  return `$firebase-scrypt$ln=${memCost},r=${rounds},k=${signerKey}$${salted.toString('base64')}$${hash.toString('base64')}`;
}

/** With other bytes than those of Firebase, no password would be right. */
function bytesOf(user: ForeignUser, name: string): Buffer | undefined {
  const text = user.text(name);
  if (text === undefined) return undefined;
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return Buffer.from(text, 'base64');
  user.fault(`${name}: must be base64`);
  return undefined;
}
