// What is refused of a new group (contract 31): what could not be read, and what the rules find about everything else.
import { expect, test } from 'vitest';
import type { GroupDraft } from '../../../../src/core/people/groups/check-group.ts';
import { createGroup } from '../../../../src/core/people/groups/manage-groups.ts';
import type { Ports } from '../../../../src/core/people/ports.ts';

const NO_PORTS = {} as Ports;
const LABELS: GroupDraft = { name: 'sre', label: '', translations: { en: { label: '' } } };

test.each<[what: string, unread: (string | number)[], draft: GroupDraft, refused: string[]]>([
  [
    'a text beside it, in another language',
    ['translations', 'ko', 'label'],
    LABELS,
    ['label', 'translations/en/label'],
  ],
  ['nothing about itself', ['label'], LABELS, ['translations/en/label']],
  ['nothing inside it', ['translations'], LABELS, ['label']],
  ['nothing about the list that it is in', ['applications', 1], { name: 'sre', applications: ['a', 'a'] }, []],
  ['nothing of a body that is no object', [], LABELS, []],
])('contract 31: with what could not be read, the rules refuse %s', async (_, path, draft, refused) => {
  const unread = { path, code: 'malformed', detail: '' };
  const answer = await createGroup(NO_PORTS, { draft, faults: [unread] });
  const faults = answer.kind === 'refused' ? answer.faults : [];
  expect(faults.map((fault) => fault.path.join('/'))).toEqual([path.join('/'), ...refused]);
});
