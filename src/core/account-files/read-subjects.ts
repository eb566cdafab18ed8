// By which `sub` applications know the person of a line of an account file (contract 30).
import { CONSENT_ITEMS } from '../consent/catalogue.ts';
import type { ConsentAnswer, ConsentAnswers } from '../consent/connection.ts';
import type { BroughtConnection, Subject } from './account-file-store.ts';
import { FLAG, memberOf, pointerOf, type Reading, readObject, readTime, requireMember } from './read-members.ts';

/** What ID tokens may have as `sub` (OpenID Connect Core 2): printable ASCII. */
const SUB = {
  test: (value: unknown): value is string => typeof value === 'string' && /^[\x20-\x7E]{1,255}$/.test(value),
  words: 'must be 1 to 255 printable ASCII characters',
};

const MAX_APPLICATIONS = 500;

/** The members of an object that has one for each application. */
function readByApplication(line: Reading, name: string): { applicationId: string; value: unknown; path: string }[] {
  const value = memberOf(line, name);
  if (value === undefined) return [];
  const path = `/${name}`;
  const { members } = readObject(value, { path, faults: line.faults });
  const entries = Object.entries(members);
  if (entries.length > MAX_APPLICATIONS) line.faults.push(`${path}: has more than ${MAX_APPLICATIONS} members`);
  return entries.slice(0, MAX_APPLICATIONS).map(([applicationId, of]) => ({
    applicationId,
    value: of,
    path: `${path}/${pointerOf(applicationId)}`,
  }));
}

export function readSubjects(line: Reading): Subject[] {
  return readByApplication(line, 'subjects').flatMap(({ applicationId, value: sub, path }) => {
    if (SUB.test(sub)) return [{ applicationId, sub }];
    line.faults.push(`${path}: ${SUB.words}`);
    return [];
  });
}

export function readConnections(line: Reading): BroughtConnection[] {
  const { faults } = line;
  return readByApplication(line, 'connections').flatMap(({ applicationId, value, path }) => {
    const reading = readObject(value, { path, faults }, ['sub', 'created_at', 'last_used_at', 'items']);
    const sub = requireMember(reading, 'sub', SUB);
    const createdAt = readTime(reading, 'created_at', true);
    const [lastUsedAt, answers] = [readTime(reading, 'last_used_at'), readAnswers(reading)];
    if (sub === undefined || createdAt === undefined) return [];
    return [{ applicationId, sub, createdAt, lastUsedAt, answers }];
  });
}

function readAnswers(connection: Reading): ConsentAnswers {
  const { faults } = connection;
  const path = `${connection.path}/items`;
  const reading = readObject(memberOf(connection, 'items') ?? {}, { path, faults }, CONSENT_ITEMS);
  const answers: Record<string, ConsentAnswer> = {};
  for (const item of CONSENT_ITEMS) {
    const value = memberOf(reading, item);
    if (value === undefined) continue;
    const entry = readObject(value, { path: `${path}/${item}`, faults }, ['agreed', 'at']);
    const agreed = requireMember(entry, 'agreed', FLAG);
    const answeredAt = readTime(entry, 'at', true);
    if (agreed !== undefined && answeredAt !== undefined) answers[item] = { agreed, answeredAt };
  }
  return answers;
}
