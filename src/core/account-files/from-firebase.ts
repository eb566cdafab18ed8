// A user in an export of Firebase Authentication, and the parameters of the project's password hashes (contract 30).
import { membersOf, type Translated, textIn, timeIn } from './translated.ts';

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

export function fromFirebase(user: unknown, { signerKey, separator, rounds, memCost }: HashConfig): Translated {
  const members = membersOf(user);
  // Both alphabets of base64 occur. An empty hash is no password.
  const hash = Buffer.from(textIn(members, 'passwordHash') ?? '', 'base64');
  const salt = Buffer.concat([Buffer.from(textIn(members, 'salt') ?? '', 'base64'), separator]);
  const head = `$firebase-scrypt$ln=${memCost},r=${rounds},k=${signerKey}`;
  const factors = members.mfaInfo;
  const json = {
    email: textIn(members, 'email'),
    email_verified: members.emailVerified === true,
    disabled: members.disabled === true,
    created_at: timeIn(members.createdAt),
    profile: {
      name: textIn(members, 'displayName'),
      picture: textIn(members, 'photoUrl'),
      phone_number: textIn(members, 'phoneNumber'),
    },
    password: hash.length > 0 ? `${head}$${salt.toString('base64')}$${hash.toString('base64')}` : undefined,
  };
  const notes = Array.isArray(factors) && factors.length > 0 ? ['mfaInfo: the second factor is left out'] : [];
  return { json, id: textIn(members, 'localId'), notes, faults: [] };
}
