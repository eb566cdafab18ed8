// What the purge does about deleted accounts, and how their list is read again.
import { expect, it } from 'vitest';
import type { DomainEvent } from '../../../../src/core/ground/events/domain-event.ts';
import { readDeletion } from '../../../../src/core/operating/leaving/delete-again.ts';
import { endLeaving } from '../../../../src/core/operating/leaving/end-leaving.ts';
import type { DeletedAccount, LeavingStore } from '../../../../src/core/operating/leaving/leaving-store.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';

const DAY = 86_400_000;
const NOW = 2_000 * DAY;
const ID = 'a'.repeat(32);

function world(ended: number, listed: readonly DeletedAccount[], isErased = true, keptAgreementDays = 1095) {
  const asked: Record<string, unknown> = {};
  const published: DomainEvent[] = [];
  const leaving: Partial<LeavingStore> = {
    endDue: async (input) => {
      asked.endDue = input;
      return ended;
    },
    removeKept: async (input) => {
      asked.removeKept = input;
      return 3;
    },
    listUnlogged: async () => listed,
    erase: async () => isErased,
    markLogged: async (ids) => {
      asked.marked = ids;
    },
  };
  const deps = { leaving, rules: { keptAgreementDays }, publish: (event: DomainEvent) => published.push(event) };
  return { deps: deps as unknown as Pick<Ports, 'leaving' | 'rules' | 'publish'>, asked, published };
}

it.each([1095, 30])(
  'contract 27: a step ends few accounts, and forgets proofs of agreements by the setting, %i days',
  async (days) => {
    const { deps, asked } = world(2, [], true, days);
    expect(await endLeaving(deps, { now: NOW, limit: 250 })).toBe(5);
    expect(asked).toEqual({
      endDue: { now: NOW, limit: 20 },
      removeKept: { endedBefore: NOW - days * DAY, limit: 250 },
    });
  },
);

it('case M15: after a full batch of accounts the next step comes at once', async () => {
  expect(await endLeaving(world(20, []).deps, { now: NOW, limit: 250 })).toBe(250);
});

it('contract 27: a deletion is told and marked once its values are gone from the files, not before', async () => {
  const listed = [{ id: ID, deletedAt: 7 }];
  const waiting = world(0, listed, false);
  await endLeaving(waiting.deps, { now: NOW, limit: 250 });
  expect([waiting.published, waiting.asked.marked]).toEqual([[], undefined]);
  const erased = world(0, listed);
  await endLeaving(erased.deps, { now: NOW, limit: 250 });
  expect(erased.published).toEqual([{ kind: 'account-deleted', accountId: ID, at: 7 }]);
  expect(erased.asked.marked).toEqual([ID]);
});

it.each([
  [`{"level":30,"event":"account-deleted","account":"${ID}","at":"2026-01-02T12:00:00.000Z"}`, 1_767_355_200_000],
  [`Jan 02 host latchkey[1]: {"event":"account-deleted","account":"${ID}"}`, NOW],
  [`${ID}\t1767355200000\tt`, 1_767_355_200_000],
  [ID, NOW],
])('contract 27: the deletion list is read from %s', (line, deletedAt) => {
  expect(readDeletion(line, NOW)).toEqual({ id: ID, deletedAt });
});

it.each([
  '',
  `{"event":"sign-in","account":"${ID}"}`,
  `{"event":"sign-in","note":"account-deleted","account":"${ID}"}`,
  '{"event":"account-deleted","account":"x"}',
  '{"event":"account-deleted"',
  `${ID}0`,
  `${ID} and more`,
])('contract 27: no account is read from %s', (line) => {
  expect(readDeletion(line, NOW)).toBeUndefined();
});
