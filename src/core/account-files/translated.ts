// What a user in the file of another system becomes: a line as docs/import.schema.json describes it (contract 30).
import type { SourceLine, SourcePlace } from './import-accounts.ts';
import type { Members } from './read-members.ts';

export type Translated = {
  json: object;
  /** The other system's id of the user. */
  id: string | undefined;
  /** What is left out. */
  notes: string[];
  /** What must not be left out, and cannot be brought along. */
  faults: string[];
};

/** @param subjectFor ids of applications that know people by the other system's ids */
export function sourceLineOf(
  at: SourcePlace,
  { json, id, notes, faults }: Translated,
  subjectFor: readonly string[],
): SourceLine {
  if (subjectFor.length === 0) return { at, content: { json, faults }, notes };
  const subjects = Object.fromEntries(subjectFor.map((applicationId) => [applicationId, id]));
  const missing = id === undefined ? ['the user has no id'] : [];
  return { at, content: { json: { ...json, subjects }, faults: [...faults, ...missing] }, notes };
}

/** The members of a JSON object; none of anything else. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

export const textIn = (members: Members, name: string): string | undefined => {
  const value = members[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** RFC 3339. @param value milliseconds since the epoch, as a number or in digits */
export function timeIn(value: unknown): string | undefined {
  const milliseconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  const isTime = typeof milliseconds === 'number' && milliseconds >= 0 && milliseconds <= 8.64e15;
  return isTime ? new Date(milliseconds).toISOString() : undefined;
}
