// What the team of an application sees of groups (contract 31).
import { expect, test } from 'vitest';
import { groupChoices, MAX_CHOICES } from '../../../../src/core/applications/groups/group-choices.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import type { ShownGroup } from '../../../../src/core/people/groups/group.ts';
import { givenApplication } from '../given.ts';

const group = (name: string): ShownGroup => ({
  ...{ id: name, name, label: undefined, description: undefined, translations: undefined },
});

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `g${`${at}`.padStart(4, '0')}`);

/** `asked`: the names by which the team was judged. */
function given(nameable: readonly string[], outsideIds: readonly string[] = ['editor']) {
  const asked: (readonly string[])[] = [];
  const ports = {
    groups: {
      listNameable: async ({ text, limit }: { text: string; limit: number }) =>
        nameable
          .filter((name) => name.includes(text))
          .slice(0, limit)
          .map(group),
      nameable: async (names: readonly string[]) => names.filter((name) => nameable.includes(name)),
      findByName: async (name: string) => (nameable.includes(name) ? group(name) : undefined),
      listTeamOutside: async (_: string, names: readonly string[]) => {
        asked.push(names);
        return outsideIds;
      },
    },
    members: { list: async () => [{ accountId: 'owner' }, { accountId: 'editor' }] },
  } as unknown as Pick<Ports, 'groups' | 'members'>;
  return { ports, asked };
}

const everyone = { audience: 'everyone', allowedGroups: [], groups: [] } as const;

test('contract 31: those that the application may name are to choose from', async () => {
  const { ports, asked } = given(['ops', 'sre']);
  const { choices, more, outside } = await groupChoices(ports, givenApplication(), everyone);
  expect([choices.map(({ name }) => name), more, outside, asked]).toEqual([['ops', 'sre'], false, [], []]);
});

test('contract 31: where there are many, those that the application names are there too', async () => {
  const names = numbered(MAX_CHOICES + 2);
  const last = names.at(-1) ?? '';
  const { ports } = given(names);
  const application = givenApplication({ groups: [last, 'g0000'] });
  const { choices, more } = await groupChoices(ports, application, application);
  expect([choices.length, more, choices[0]?.name]).toEqual([MAX_CHOICES + 1, true, last]);
});

test.each([
  ['finds those that are searched for beside those that are chosen', ['g0001'], 'g0030', ['g0001', 'g0030'], true],
  ['finds nothing for a name that it may not name', [], 'secret', [], true],
  ['shows nothing for a chosen name that it may not name', ['secret'], 'g0030', ['g0030'], true],
] as const)('contract 31: of 1,000 groups it %s', async (_, chosen, text, names, others) => {
  const { ports } = given(numbered(1000));
  const wanted = { ...everyone, groups: chosen };
  const { choices, more } = await groupChoices(ports, givenApplication(), wanted, ` ${text} `);
  expect([choices.map(({ name }) => name), more]).toEqual([names, others]);
});

test.each([
  ['names who of the team would be refused', 'groups', ['sre'], [['sre']], ['editor']],
  ['asks nothing for another audience', 'team', ['sre'], [], []],
  ['asks nothing where no group is chosen', 'groups', [], [], []],
  ['tells nothing of groups that the application may not name', 'groups', ['sre', 'secret'], [['sre']], ['editor']],
  ['asks nothing where it may name none of them', 'groups', ['secret'], [], []],
] as const)('contract 31: it %s', async (_, audience, allowedGroups, judged, refused) => {
  const { ports, asked } = given(['ops', 'sre']);
  const { outside } = await groupChoices(ports, givenApplication(), { audience, allowedGroups, groups: [] });
  expect([asked, outside.map(({ accountId }) => accountId)]).toEqual([judged, refused]);
});
