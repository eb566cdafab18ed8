// What an import tells of a line: that it was refused, what was left out of it, or what became of an account that
// existed (contract 30). Counts come of the same.
import type { InsertedAccount, LeftAlone, UpdatedAccount } from './account-file-store.ts';
import { PASSWORD_NOTE } from './account-line.ts';
import { createNoteCounts } from './note-counts.ts';
import type { Storing } from './store-batch.ts';

export type SourcePlace = { file?: string; line: number };

export type ImportCounts = {
  read: number;
  created: number;
  /** Accounts that were there already. */
  existing: number;
  /** Of these, those that `update` changed. */
  updated: number;
  refused: number;
  /** Created without the username of their line. */
  withoutUsername: number;
  /** Created without a password and a passkey that works here: these people come in by a mail for a new password. */
  withoutPassword: number;
  /** Lines of the file of passwords that cannot be used. */
  refusedPasswords: number;
  /** What was left out or left alone, and of how many lines. */
  notes: readonly { note: string; lines: number }[];
};

/** Both are told before the next line is read. */
export type Listeners = {
  onRefused(at: SourcePlace, reasons: readonly string[]): void | Promise<void>;
  /** Something was left out or left alone. */
  onNote(at: SourcePlace, notes: readonly string[]): void | Promise<void>;
  /** After each batch and each refused line. */
  onProgress?(counts: Readonly<ImportCounts>): void;
};

/** A line that was stored, with what is to be told of it. */
export type StoredLine = Storing & {
  at: SourcePlace;
  /** One with which somebody signs in here. */
  hasPasskey: boolean;
};

export type Telling = {
  counts(): ImportCounts;
  read(): void;
  refused(at: SourcePlace, reasons: readonly string[]): Promise<void>;
  refusedPassword(at: SourcePlace, reasons: readonly string[]): Promise<void>;
  notes(at: SourcePlace, notes: readonly string[]): Promise<void>;
  stored(line: StoredLine, result: InsertedAccount, updated: UpdatedAccount | undefined): Promise<void>;
  progress(): void;
};

export function createTelling({ onRefused, onNote, onProgress }: Listeners): Telling {
  const counts = {
    ...{ read: 0, created: 0, existing: 0, updated: 0, refused: 0 },
    ...{ withoutUsername: 0, withoutPassword: 0, refusedPasswords: 0 },
  };
  const noteCounts = createNoteCounts();
  const all = (): ImportCounts => ({ ...counts, notes: noteCounts.list() });
  const progress = () => onProgress?.({ ...counts, notes: [] });
  const notes = async (at: SourcePlace, told: readonly string[], counted = told) => {
    noteCounts.add(counted);
    if (told.length > 0) await onNote(at, told);
  };
  const refused = async (at: SourcePlace, reasons: readonly string[]) => {
    counts.refused += 1;
    await onRefused(at, reasons);
    progress();
  };
  return {
    counts: all,
    progress,
    refused,
    notes,
    read() {
      counts.read += 1;
    },
    async refusedPassword(at, reasons) {
      counts.refusedPasswords += 1;
      await onRefused(at, reasons);
    },
    async stored(line, result, updated) {
      const { at } = line;
      if (result.kind === 'taken') {
        const subs = result.knownTo.map((id) => `${id}: the sub is or was another account’s`);
        return refused(at, [...subs, ...(result.passkeys > 0 ? ['/passkeys: some account has one of them'] : [])]);
      }
      if (result.kind === 'exists') {
        counts.existing += 1;
        if (updated?.profile || updated?.password) counts.updated += 1;
        const aboutPassword = updated?.password ? line.notes.filter((one) => one.startsWith(PASSWORD_NOTE)) : [];
        const left = [...aboutPassword, ...(updated?.left ?? []).map((one) => LEFT_ALONE[one])];
        // Those of the first kind have counts of their own.
        return notes(at, [existingNote(result.accountId, updated), ...left], left);
      }
      counts.created += 1;
      if (line.line.password === undefined && !line.hasPasskey) counts.withoutPassword += 1;
      const isNamed = line.insert.account.username !== undefined && !result.usernameTaken;
      if (line.line.username !== undefined && !isNamed) counts.withoutUsername += 1;
      return notes(at, result.usernameTaken ? [...line.notes, USERNAME_TAKEN] : line.notes);
    },
  };
}

const USERNAME_TAKEN = '/username: left out, because it is or was another account’s';

const LEFT_ALONE: Readonly<Record<LeftAlone, string>> = {
  active: '/disabled: true in the file, and not changed: the account is active',
  disabled: '/disabled: false in the file, and not changed: the account is disabled',
  verified: '/email_verified: false in the file, and not changed: the address is verified',
  unverified: '/email_verified: true in the file, and not changed: the address is not verified',
  groups: '/groups: others in the file, and not changed',
  password: '/password: to be replaced by the person, and not changed: that of the former import opens the account',
};

function existingNote(accountId: string | undefined, updated: UpdatedAccount | undefined): string {
  if (accountId === undefined) return 'left alone: the address is reserved for another account';
  const changed = [...(updated?.profile ? ['profile'] : []), ...(updated?.password ? ['password'] : [])];
  return changed.length > 0 ? `the account exists: changed ${changed.join(' and ')}` : 'left alone: the account exists';
}
