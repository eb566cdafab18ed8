// What operators see of messages that were given up (contract 20, 29).
import { expect, it } from 'vitest';
import type { GivenUpRow, GivenUpStore } from '../../../../src/core/operating/given-up/given-up-store.ts';
import { everyGivenUp, listGivenUp } from '../../../../src/core/operating/given-up/list-given-up.ts';

const NOW = 1_790_000_000_000;
const WEEK = 7 * 86_400_000;

const row = (at: number, over: Partial<GivenUpRow> = {}) =>
  ({
    ...{ id: String(at), kind: 'event', type: 'account.deleted', createdAt: 1, endedAt: at, tries: 13 },
    ...{ failure: 'answered 500', applicationId: 'a1', applicationName: 'Acme', url: undefined },
    ...over,
  }) as GivenUpRow;

const depsWith = (rows: readonly GivenUpRow[], asked: unknown[] = []) => {
  const list: GivenUpStore['list'] = async (page) => {
    asked.push(page);
    return rows.filter(({ endedAt }) => endedAt < page.after.endedAt).slice(0, page.limit);
  };
  return { givenUp: { list }, clock: { now: () => NOW } };
};
const listed = async (over: Partial<GivenUpRow>) => {
  const { messages } = await listGivenUp(depsWith([row(1, over)]), { kind: undefined, after: undefined, limit: 1 });
  return messages[0];
};

it('contract 29: of the URL of an application only host and port are told: the rest may contain a secret', async () => {
  const message = await listed({ url: 'https://user:pass@shop.example:8443/hooks/secret?key=secret' });
  expect(message).toMatchObject({ host: 'shop.example:8443', applicationName: 'Acme' });
  expect(JSON.stringify(message)).not.toMatch(/secret|pass/);
  expect((await listed({}))?.host).toBeUndefined();
});

it('contract 20: the last try of a mail counts, unless it expired before that', async () => {
  const tries = async (over: Partial<GivenUpRow>) => (await listed(over))?.tries;
  expect(await tries({ kind: 'mail', type: 'invitation', tries: 2, failure: 'RCPT TO 550' } as GivenUpRow)).toBe(3);
  expect(await tries({ kind: 'mail', type: 'invitation', tries: 2, failure: 'expired' } as GivenUpRow)).toBe(2);
  expect(await tries({ tries: 13 })).toBe(13);
});

it('contract 29: a page knows whether more follow, and the command reads all of a week', async () => {
  const rows = Array.from({ length: 1201 }, (_, index) => row(5000 - index));
  const asked: { since: number; kind: unknown }[] = [];
  const deps = depsWith(rows, asked);
  const page = await listGivenUp(deps, { kind: 'event', after: undefined, limit: 1201 });
  expect([page.messages.length, page.more]).toEqual([1201, false]);
  expect((await listGivenUp(deps, { kind: 'event', after: undefined, limit: 1200 })).more).toBe(true);
  const all = [];
  for await (const { id } of everyGivenUp(deps, { kind: 'event' })) all.push(id);
  expect(all).toEqual(rows.map(({ id }) => id));
  expect(new Set(asked.map(({ since, kind }) => `${since} ${kind}`))).toEqual(new Set([`${NOW - WEEK} event`]));
});
