// The audit as the members of an application see it (contract 61).
import { beforeAll, expect, it } from 'vitest';
import type { Account } from '../../../../src/core/ground/accounts/account.ts';
import { exportAudit, readApplicationAudit, readAudit } from '../../../../src/core/operating/audit/read-audit.ts';
import { type Actor, entryOf } from '../../../../src/core/server/audit/act.ts';
import type { AuditAction } from '../../../../src/core/server/audit/audit-actions.ts';
import { someApplication } from '../../../contract/stores/given.ts';
import { givenPerson, givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();
let owner: Account;
let stranger: Account;
let operator: Account;
let applicationId: string;

const append = (actor: Actor, more: { subjectId?: string; applicationId?: string; action?: AuditAction } = {}) =>
  world.ports.audit.append([
    entryOf({ actor, action: 'connections see' as never, applicationId, entry: 'e1', fields: ['name'], ...more }, 1),
  ]);

const read = (account: Account, more: { accountId?: string; beforeId?: number; limit?: number } = {}) =>
  readApplicationAudit(world.ports, {
    caller: { accountId: account.id, role: account.role },
    ...{ applicationId, beforeId: undefined, limit: 20, ...more },
  });

beforeAll(async () => {
  owner = await givenPerson(world.ports, { role: 'owner' });
  stranger = await givenPerson(world.ports, { role: 'owner' });
  operator = await givenPerson(world.ports, { role: 'operator' });
  const application = someApplication(owner.id);
  applicationId = application.id;
  await world.ports.applications.insert(application, 500);
  const whole = { address: '192.0.2.7', requestId: 'r1' };
  await append({ role: 'owner', accountId: owner.id, tokenId: 't1', ...whole }, { subjectId: owner.id });
  await append({ role: 'operator', accountId: operator.id, ...whole }, { subjectId: stranger.id });
  await append({ role: 'operator', command: 'applications edit' });
  await append({ role: 'owner', accountId: stranger.id, ...whole });
  await append({ role: 'server' });
  await append({ role: 'owner', accountId: owner.id }, { applicationId: 'another' });
});

it('contract 61: members see who of their team acted, and of all others neither id nor address', async () => {
  const found = await read(owner);
  expect(found?.entries.map(({ by, byToken, about }) => [by, byToken, about])).toEqual([
    [{ kind: 'server' }, false, undefined],
    [{ kind: 'someone' }, false, undefined],
    [{ kind: 'operator' }, false, undefined],
    [{ kind: 'operator' }, false, undefined],
    [{ kind: 'member', email: owner.email }, true, owner.email],
  ]);
  const shown = JSON.stringify(found?.entries);
  for (const hidden of [owner, stranger, operator].map(({ id }) => id)) expect(shown).not.toContain(hidden);
  for (const hidden of ['192.0.2.7', 'r1', 't1', 'applications edit']) expect(shown).not.toContain(hidden);
});

it('contract 61: nobody else sees the audit of an application, operators do', async () => {
  expect(await read(stranger)).toBeUndefined();
  expect((await read(operator))?.entries).toHaveLength(5);
});

it('contract 61: pages, and narrows to one person', async () => {
  const first = await read(owner, { limit: 2 });
  expect([first?.entries.length, first?.nextBefore]).toEqual([2, first?.entries[1]?.id]);
  const rest = await read(owner, { limit: 3, beforeId: first?.entries[1]?.id as number });
  expect([rest?.entries.length, rest?.nextBefore]).toEqual([3, undefined]);
  expect((await read(owner, { accountId: owner.id }))?.entries).toHaveLength(1);
  // Whoever is not in the team is not looked for.
  expect((await read(owner, { accountId: stranger.id }))?.entries).toHaveLength(5);
});

it('contract 61: leaves looks out, but no refused one, and never reads everything for one page', async () => {
  const about = { subjectId: 'looked-at' };
  const done = (action: AuditAction) => entryOf({ actor: { role: 'server' }, action, ...about }, 1);
  const refused = {
    ...done('account-viewed' as never),
    action: 'accounts see',
    result: 'refused',
    refusal: 'x',
  } as const;
  await world.ports.audit.append([
    done('accounts disable'),
    ...Array.from({ length: 2100 }, () => done('accounts see')),
  ]);
  await world.ports.audit.append([refused, done('accounts enable'), done('accounts see'), done('audit export')]);
  const page = (beforeId?: number) => readAudit(world.ports, { ...about, withoutLooks: true, beforeId, limit: 2 });
  const first = await page();
  expect(first.entries.map(({ action }) => action)).toEqual(['audit export', 'accounts enable']);
  const second = await page(first.nextBefore);
  expect(second.entries.map(({ action, result }) => [action, result])).toEqual([['accounts see', 'refused']]);
  const third = await page(second.nextBefore);
  expect([third.entries.map(({ action }) => action), third.nextBefore]).toEqual([['accounts disable'], undefined]);
});

it('contract 61: any of several actions, each by its index, in one order, and an export ends at its limit', async () => {
  const about = { subjectId: 'several' };
  const actions = ['accounts show', 'accounts see'] as const;
  const all = Array.from({ length: 9 }, (_, at) => actions[at % 2] ?? 'accounts see');
  const entries = all.map((action, at) => entryOf({ actor: { role: 'server' }, action, ...about, entry: `e${at}` }, 1));
  await world.ports.audit.append([...entries, entryOf({ actor: { role: 'server' }, action: 'policy', ...about }, 1)]);
  const read = (beforeId: number | undefined) => readAudit(world.ports, { ...about, actions, beforeId, limit: 4 });
  const found = async (most: number) => {
    const texts: (string | undefined)[] = [];
    for await (const { entry } of exportAudit(read, most)) texts.push(entry);
    return texts;
  };
  const newest = ['e8', 'e7', 'e6', 'e5', 'e4', 'e3', 'e2', 'e1', 'e0'];
  expect([await found(100), await found(5)]).toEqual([newest, newest.slice(0, 5)]);
});
