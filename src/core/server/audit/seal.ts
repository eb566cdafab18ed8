// Seals: HMACs over the entries of the audit, each over the seal before it too. Whoever writes to the database without
// the server's secret cannot change, remove, insert or swap a sealed entry unseen (decision 51).
import { equalHashes, keyedHash } from '../../ground/secrets.ts';
import type { AuditEntry } from './act.ts';

/** Covers the entries after `fromId` up to `toId`. */
export type Seal = {
  /** From 1, without gaps. */
  number: number;
  fromId: number;
  toId: number;
  /** The audit key that made it. */
  keyNumber: number;
  mac: Buffer;
  sealedAt: number;
};

/** How far the purge has deleted: up to the end of the seal `sealNumber`, which is kept. */
export type PurgedUpTo = { sealNumber: number; toId: number; keyNumber: number; mac: Buffer; movedAt: number };

/** What stands before the first seal. */
const NOTHING = Buffer.alloc(32);

/** What a seal covers, in the order in which it is hashed. */
const COLUMNS = Object.keys({
  id: true,
  at: true,
  role: true,
  accountId: true,
  tokenId: true,
  command: true,
  address: true,
  requestId: true,
  action: true,
  applicationId: true,
  subjectId: true,
  entry: true,
  fields: true,
  reason: true,
  result: true,
  refusal: true,
} satisfies Record<keyof AuditEntry, true>) as readonly (keyof AuditEntry)[];

const lineOf = (entry: AuditEntry): string => JSON.stringify(COLUMNS.map((name) => entry[name] ?? null));

/** @param previous the seal before it; undefined: it is the first */
export function sealMac(
  key: Buffer,
  seal: Omit<Seal, 'mac'>,
  previous: Pick<Seal, 'mac'> | undefined,
  entries: readonly AuditEntry[],
): Buffer {
  const { number, fromId, toId, keyNumber, sealedAt } = seal;
  const before = (previous?.mac ?? NOTHING).toString('hex');
  const head = JSON.stringify(['seal', number, fromId, toId, keyNumber, sealedAt, before]);
  return keyedHash(key, [head, ...entries.map(lineOf)].join('\n'));
}

export function horizonMac(key: Buffer, horizon: Omit<PurgedUpTo, 'mac'>, seal: Pick<Seal, 'mac'>): Buffer {
  const { sealNumber, toId, keyNumber, movedAt } = horizon;
  return keyedHash(key, JSON.stringify(['horizon', sealNumber, toId, keyNumber, movedAt, seal.mac.toString('hex')]));
}

export const isMac = (mac: Buffer, expected: Buffer): boolean => equalHashes(mac, expected);

/** A seal as the hourly log line and `--head` name it: its number and its HMAC. */
export const headText = ({ number, mac }: Pick<Seal, 'number' | 'mac'>): string => `${number}-${mac.toString('hex')}`;

/** Undefined: no head. */
export function readHead(text: string): Pick<Seal, 'number' | 'mac'> | undefined {
  const [, number, mac] = /^([1-9]\d{0,14})-([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return number && mac ? { number: Number(number), mac: Buffer.from(mac, 'hex') } : undefined;
}
