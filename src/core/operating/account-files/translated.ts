// What a user in the file of another system becomes: a line as docs/import.schema.json describes it (contract 30).
import type { SourceLine } from './import-accounts.ts';
import type { SourcePlace } from './tell-results.ts';

export type Translated = {
  json: object;
  /** The other system's id of the user. */
  id: string | undefined;
  /** The other system asks the person for a new password, so the one they have is not brought along. */
  mustSetPassword?: boolean;
  /** What is left out. */
  notes: string[];
  /** What must not be left out, and cannot be brought along. */
  faults: string[];
};

/** @param subjectFor ids of applications that know people by the other system's ids */
export function sourceLineOf(
  at: SourcePlace,
  { json, id, mustSetPassword, notes, faults }: Translated,
  subjectFor: readonly string[],
): SourceLine {
  if (subjectFor.length === 0) return { at, content: { json, faults }, notes, mustSetPassword };
  const subjects = Object.fromEntries(subjectFor.map((applicationId) => [applicationId, id]));
  const missing = id === undefined ? ['the user has no id'] : [];
  return { at, content: { json: { ...json, subjects }, faults: [...faults, ...missing] }, notes, mustSetPassword };
}
