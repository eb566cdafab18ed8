// Every act of the audit is a sentence in every language (contract 61). That each has one is a type; here is that it
// says who acted, and that both languages speak of the same things.
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { AUDIT_KINDS, auditAction, kindOfAction } from '../../../src/core/server/audit/audit-actions.ts';
import { messagesFor } from '../../../src/views/messages/messages-for.ts';

const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const [en, ko] = [messagesFor('en').audit.sentences, messagesFor('ko').audit.sentences];

test.each(AUDIT_KINDS)('contract 61: %s says who acted, and the same in both languages', (kind) => {
  expect(placesOf(ko[kind])).toEqual(placesOf(en[kind]));
  expect(en[kind].startsWith('{who} ')).toBe(true);
  expect(ko[kind].startsWith('{who} ')).toBe(true);
  for (const place of placesOf(en[kind])) expect(['who', 'app', 'whom', 'group', 'invited']).toContain(place);
});

test('contract 61: no two acts read alike', () => {
  for (const sentences of [en, ko]) expect(new Set(Object.values(sentences)).size).toBe(AUDIT_KINDS.length);
});

test('contract 61: each command that is recorded has its sentence, and no other name passes', () => {
  const recorded = COMMANDS.filter(({ audit }) => typeof audit === 'string').map(({ path }) => path.join(' '));
  expect(recorded.filter((command) => kindOfAction(command) === undefined)).toEqual([]);
  expect(() => auditAction('POST /unheard-of')).toThrow('POST /unheard-of');
});
