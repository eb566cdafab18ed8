// Reads a user in the file of another system, and keeps an account of its members: one that nothing was made of, and
// that is not known to be harmless, is told (contract 30). Some tools write every value as a text, so those are read
// as what they say.
import { hasForbiddenCharacters } from '../../ground/texts/plain-text.ts';

export type Members = Readonly<Record<string, unknown>>;

export type ForeignUser = {
  /** Undefined where there is none; anything that is no text is left out with a note. */
  text(name: string): string | undefined;
  /** `"true"`, `"false"`, 1 and 0 count. Anything else is a fault: a guess might let somebody in. */
  flag(name: string): boolean | undefined;
  /** RFC 3339, of milliseconds since the epoch. */
  time(name: string): string | undefined;
  /** Anything that is no list is left out with a note. */
  list(name: string): readonly unknown[];
  /** The same, but anything that is no list is a fault. */
  listOrFault(name: string): readonly unknown[];
  /** The members of an object; anything that is none is left out with a note. */
  object(name: string): Members;
  /** Whatever it is. */
  value(name: string): unknown;
  /** Something is left out, or is not as it was. */
  note(text: string): void;
  /** The user cannot be brought along. */
  fault(text: string): void;
  /** @returns everything that was told, with a note for each member that nobody asked for */
  told(): { notes: string[]; faults: string[] };
};

/** @param harmless members of which nothing is lost */
export function openForeignUser(user: unknown, harmless: readonly string[]): ForeignUser {
  const members = membersOf(user);
  const read = new Set(harmless);
  const [notes, faults] = [new Set<string>(), new Set<string>()];
  const take = (name: string): unknown => {
    read.add(name);
    return valueIn(members, name);
  };
  const listIn = (name: string, problems: Set<string>, words: string): readonly unknown[] => {
    const value = take(name);
    if (Array.isArray(value)) return value;
    if (value !== undefined) problems.add(`${name}: ${words}`);
    return [];
  };
  return {
    text(name) {
      const value = take(name);
      if (value === undefined || typeof value === 'string') return value;
      notes.add(`${name}: left out, because it is no text`);
      return undefined;
    },
    flag(name) {
      const value = take(name);
      const flag = typeof value === 'object' ? undefined : FLAGS.get(String(value).trim().toLowerCase());
      if (value !== undefined && flag === undefined) faults.add(`${name}: must be true or false`);
      return flag;
    },
    time(name) {
      const value = take(name);
      const time = timeOf(value);
      if (value !== undefined && time === undefined) notes.add(`${name}: left out, because it is no time`);
      return time;
    },
    list: (name) => listIn(name, notes, 'left out, because it is no list'),
    listOrFault: (name) => listIn(name, faults, 'must be a list'),
    object(name) {
      const value = take(name);
      if (value !== undefined && membersOf(value) !== value) notes.add(`${name}: left out, because it is no object`);
      return membersOf(value);
    },
    value: take,
    note: (text) => void notes.add(text),
    fault: (text) => void faults.add(text),
    told() {
      const others = Object.keys(members).filter((name) => !read.has(name) && !isEmpty(members[name]));
      for (const name of others) notes.add(`${shownName(name)}: left out`);
      return { notes: [...notes], faults: [...faults] };
    },
  };
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** The members of a JSON object; none of anything else. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

/** `null` and an empty text are as good as nothing. */
const valueIn = (members: Members, name: string): unknown => {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  return value === null || value === '' ? undefined : value;
};

export const textIn = (members: Members, name: string): string | undefined => {
  const value = valueIn(members, name);
  return typeof value === 'string' ? value : undefined;
};

/** A number, or one in digits. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? number : undefined;
}

/** RFC 3339. @param value milliseconds since the epoch */
export function timeOf(value: unknown): string | undefined {
  const milliseconds = numberOf(value);
  const isTime = milliseconds !== undefined && milliseconds >= 0 && milliseconds <= 8.64e15;
  return isTime ? new Date(milliseconds).toISOString() : undefined;
}

/** Bytes in base64, of either alphabet. */
export function bytesIn(members: Members, name: string): Buffer | undefined {
  const text = textIn(members, name);
  return text !== undefined && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** Nothing is lost of it. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

const MAX_NAME = 60;

/** A name of another system, for a line that a terminal shows. */
export function shownName(name: string): string {
  const whole = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  return [...whole].map((character) => (hasForbiddenCharacters(character) ? '?' : character)).join('');
}
