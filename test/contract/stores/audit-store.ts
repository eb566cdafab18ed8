// The contract of the audit, for every database: entries in the transaction of the change, seals over them, and rows
// that cannot be changed.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { createServerSecrets } from '../../../src/core/ground/secrets.ts';
import { type Act, type AuditEntry, entryOf } from '../../../src/core/server/audit/act.ts';
import { AUDIT_FILTERS } from '../../../src/core/server/audit/audit-store.ts';
import { readHead } from '../../../src/core/server/audit/seal.ts';
import { purgeAudit, sealEntries } from '../../../src/core/server/audit/seal-entries.ts';
import { verifyAudit } from '../../../src/core/server/audit/verify-audit.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, NOW, someAccount, someApplication } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const clock = { now: () => NOW };
const secrets = createServerSecrets(Buffer.alloc(32, 7));
const ALL = Number.MAX_SAFE_INTEGER;

const someAct = (values: Partial<Act> = {}): Act => ({
  actor: { role: 'operator', accountId: 'a1', tokenId: 't1', command: 'c', address: '192.0.2.7', requestId: 'r1' },
  action: 'PATCH /applications/:id',
  ...values,
});

const look = (entry: string) => entryOf(someAct({ action: 'look' as never, entry }), NOW);

export function auditStoreContract(make: MakeDatabase): void {
  describe('AuditStore', () => {
    const database = useDatabase(make);
    let owner: Account;
    let application: Application;
    const deps = () => ({ ...database.stores, clock, secrets });
    const recorded = (act = someAct()) => database.recording(act, clock);
    const entries = async (): Promise<readonly AuditEntry[]> =>
      database.stores.audit.read({ afterId: 0, toId: ALL, limit: 1000 });

    beforeEach(async () => {
      owner = someAccount({ role: 'owner' });
      await database.stores.accounts.insert(owner);
      application = someApplication(owner.id);
      await database.stores.applications.insert(application, 500);
    });

    it('writes the entry with the change: who, what, on what, which fields, when, from where (contract 61)', async () => {
      const edited = { ...application, name: 'Other', version: 2 };
      expect(await recorded().applications.replace(edited, 1, undefined, ['name'])).toBe(true);
      expect(await entries()).toEqual([
        {
          id: expect.any(Number),
          at: NOW,
          role: 'operator',
          accountId: 'a1',
          tokenId: 't1',
          command: 'c',
          address: '192.0.2.7',
          requestId: 'r1',
          action: 'PATCH /applications/:id',
          applicationId: application.id,
          subjectId: undefined,
          entry: undefined,
          fields: ['name'],
          reason: undefined,
          result: 'done',
          refusal: undefined,
        },
      ]);
    });

    it('writes no entry without the change, and none for stores that record nothing (contract 61)', async () => {
      expect(await recorded().applications.replace({ ...application, version: 9 }, 8)).toBe(false);
      expect(await recorded().accounts.insert(owner)).toBe('email-taken');
      expect(await recorded().members.remove(application.id, 'nobody', { accountId: owner.id })).toBe(false);
      expect(await database.stores.applications.replace({ ...application, version: 2 }, 1)).toBe(true);
      expect(await entries()).toEqual([]);
    });

    it('an entry and its change are lost together (contract 61)', async () => {
      const proof = { sessionId: 'none', authenticatedSince: 0 };
      const replaced = recorded().applications.replace({ ...application, version: 2 }, 1, proof, ['name']);
      await expect(replaced).rejects.toThrow('confirmed');
      await expect(recorded().apiTokens.remove('t1', proof)).rejects.toThrow('confirmed');
      expect(await entries()).toEqual([]);
      expect((await database.stores.applications.find(application.id))?.version).toBe(1);
    });

    it('keeps entries and seals from being changed or deleted (decision 51)', async () => {
      await database.stores.audit.append([look('one')]);
      await sealEntries(deps());
      for (const sql of [
        "update audit_entries set action = 'other'",
        'delete from audit_entries',
        'update audit_seals set to_id = 9',
        'delete from audit_seals',
        "insert into audit_horizons values (7, 7, 1, '', 0)",
      ]) {
        await expect(database.execute(sql), sql).rejects.toThrow(/audit/i);
      }
      expect(await entries()).toHaveLength(1);
    });

    it('records one refusal a minute of each account and action (contract 61)', async () => {
      const refused = (accountId: string, action: string, at = NOW) =>
        entryOf({ actor: { role: 'owner', accountId }, action: action as never }, at, {
          result: 'refused',
          refusal: 'role-too-low',
        });
      const { audit } = database.stores;
      for (const entry of [
        ...[refused('a1', 'one'), refused('a1', 'one', NOW + 59_000), refused('a1', 'two'), refused('a2', 'one')],
        ...[refused('a1', 'one', NOW + 61_000)],
      ]) {
        await audit.appendRefusal(entry, entry.at - 60_000);
      }
      const kept = (await entries()).map(({ accountId, action, at }) => `${accountId} ${action} ${at - NOW}`);
      expect(kept).toEqual(['a1 one 0', 'a1 two 0', 'a2 one 0', 'a1 one 61000']);
    });

    it('contract 29: records one refusal a minute of each machine token and action', async () => {
      const refused = (tokenId: string, at = NOW) =>
        entryOf({ actor: { role: 'machine', tokenId }, action: 'x' as never }, at, {
          result: 'refused',
          refusal: 'not-found',
        });
      const { audit } = database.stores;
      for (const entry of [refused('t1'), refused('t1', NOW + 9), refused('t2'), refused('t1', NOW + 61_000)]) {
        await audit.appendRefusal(entry, entry.at - 60_000);
      }
      const kept = (await entries()).map(({ tokenId, role, at }) => `${role} ${tokenId} ${at - NOW}`);
      expect(kept).toEqual(['machine t1 0', 'machine t2 0', 'machine t1 61000']);
    });

    it('pages through entries from the newest, of all or of one application (contract 61)', async () => {
      const of = (entry: string, applicationId?: string) =>
        entryOf(someAct({ action: 'look' as never, entry, applicationId }), NOW);
      await database.stores.audit.append([of('one', 'p1'), of('two'), of('three', 'p1'), of('four', 'p2')]);
      const { audit } = database.stores;
      const names = (rows: readonly AuditEntry[]) => rows.map(({ entry }) => entry);
      const first = await audit.list({ limit: 3 });
      expect(names(first)).toEqual(['four', 'three', 'two']);
      expect(names(await audit.list({ limit: 3, beforeId: first.at(-1)?.id }))).toEqual(['one']);
      expect(names(await audit.list({ applicationId: 'p1', limit: 9 }))).toEqual(['three', 'one']);
    });

    it('narrows the list to what is between two entries, and between two times, the end left out (contract 61)', async () => {
      const { audit } = database.stores;
      const of = (minute: number, applicationId?: string) =>
        entryOf(someAct({ action: 'look' as never, entry: `${minute}`, applicationId }), NOW + minute);
      await audit.append([of(0), of(3, 'p1'), of(1), of(2, 'p1'), of(4)]);
      const found = async (range: Parameters<typeof audit.list>[0]) =>
        (await audit.list(range)).map(({ entry }) => Number(entry));
      const ids = (await audit.list({ limit: 9 })).map(({ id }) => id).reverse();
      expect(await found({ afterId: ids[0], limit: 9 })).toEqual([4, 2, 1, 3]);
      expect(await found({ afterId: ids[0], beforeId: ids[3], limit: 9 })).toEqual([1, 3]);
      expect(await found({ from: NOW + 2, limit: 9 })).toEqual([4, 2, 3]);
      expect(await found({ to: NOW + 3, limit: 9 })).toEqual([2, 1, 0]);
      expect(await found({ from: NOW + 1, to: NOW + 4, limit: 2 })).toEqual([2, 1]);
      expect(await found({ from: NOW + 1, to: NOW + 3, applicationId: 'p1', limit: 9 })).toEqual([2]);
    });

    it('narrows the list to an application, an actor, a person and an action, and to several at once (contract 61)', async () => {
      const words = ['x', 'y'] as const;
      const all = words.flatMap((applicationId) =>
        words.flatMap((accountId) =>
          words.flatMap((subjectId) => words.map((action) => ({ applicationId, accountId, subjectId, action }))),
        ),
      );
      const { audit } = database.stores;
      await audit.append(
        all.map(({ accountId, ...about }) => entryOf({ actor: { role: 'owner', accountId }, ...about } as never, NOW)),
      );
      await audit.append([entryOf({ actor: { role: 'server' }, action: 'x' as never }, NOW)]);
      const filters = words.flatMap((word) =>
        AUDIT_FILTERS.flatMap((name, at) => [
          { [name]: word },
          Object.fromEntries(AUDIT_FILTERS.slice(at).map((other) => [other, word])),
        ]),
      );
      const picked = ({ applicationId, accountId, subjectId, action }: AuditEntry) => ({
        ...{ applicationId, accountId, subjectId, action },
      });
      for (const filter of filters) {
        const found = (await audit.list({ ...filter, limit: 99 })).filter(({ role }) => role === 'owner').map(picked);
        const expected = all.filter((one) => AUDIT_FILTERS.every((name) => (filter[name] ?? one[name]) === one[name]));
        expect(found, JSON.stringify(filter)).toEqual(expected.toReversed());
      }
    });

    it('seals follow each other, and verify (decision 51)', async () => {
      expect(await sealEntries(deps())).toBe(0);
      await database.stores.audit.append(['one', 'two', 'three'].map(look));
      expect(await sealEntries(deps())).toBe(3);
      expect(await sealEntries(deps())).toBe(0);
      const { head } = await verifyAudit(deps());
      await database.stores.audit.append([look('four')]);
      expect(await verifyAudit(deps())).toMatchObject({
        faults: [],
        seals: 1,
        entries: 3,
        unsealed: 1,
        end: 'not-given',
      });
      expect(await sealEntries(deps())).toBe(1);
      expect(await verifyAudit(deps(), readHead(head ?? ''))).toMatchObject({
        ...{ faults: [], seals: 2, entries: 4, unsealed: 0, locked: 0, end: 'found' },
      });
    });

    it('OF MANY that seal at once, one succeeds for each seal (decision 51)', async () => {
      const others = await Promise.all([database.open(), database.open()]);
      const all = [database.stores, ...others].map((stores) => ({ ...stores, clock, secrets }));
      for (let round = 0; round < 10; round += 1) {
        await database.stores.audit.append([look('a'), look('b')]);
        const sealed = await Promise.all([...all, ...all, ...all].map(sealEntries));
        expect(sealed.reduce((sum, count) => sum + count)).toBe(2);
      }
      expect(await verifyAudit(deps())).toMatchObject({ faults: [], entries: 20, seals: 10 });
    });

    it('50 writers in three processes: every entry is sealed once, while they write (contract 61)', async () => {
      const processes = await database.takeProcesses(3);
      const written = await Promise.all(
        processes.map(async (one) => {
          let count = 0;
          for (let round = 0; round < 4; round += 1) {
            count += await one.run({ method: 'audit', inputs: Array.from({ length: 17 }, () => ({ name: newId() })) });
          }
          return count;
        }),
      );
      const total = written.reduce((sum, count) => sum + count);
      expect(total).toBe(3 * 4 * 17);
      await sealEntries(deps());
      const verdict = await verifyAudit(deps());
      // Each of the three and this one may have made a key; one of them stands.
      expect(verdict).toMatchObject({ faults: [], unsealed: 0, locked: 0, entries: total });
      expect(verdict.seals).toBeGreaterThan(3);
    });

    it('the purge deletes whole seals of the past, and what is left verifies (contract 61)', async () => {
      const at = (now: number) => ({ ...deps(), clock: { now: () => now } });
      for (const [index, day] of [0, 1, 2, 3].entries()) {
        await database.stores.audit.append([look(`a${index}`), look(`b${index}`)]);
        await sealEntries(at(NOW + day * DAY));
      }
      const { head } = await verifyAudit(deps());
      const past = { now: NOW + 12 * DAY, days: 10, limit: 3 };
      expect(await purgeAudit(deps(), past)).toBe(3);
      expect((await database.stores.audit.list({ limit: 9 })).map(({ entry }) => entry)).toEqual([
        'b3',
        'a3',
        'b2',
        'a2',
      ]);
      expect(await purgeAudit(deps(), past)).toBe(1);
      expect(await purgeAudit(deps(), past)).toBe(0);
      expect(await verifyAudit(deps(), readHead(head ?? ''))).toMatchObject({
        ...{ faults: [], seals: 3, entries: 4, unsealed: 0, end: 'found' },
        purgedTo: expect.any(Number),
      });
      expect(await purgeAudit(deps(), { ...past, now: NOW + 99 * DAY, limit: 99 })).toBe(4);
      await database.stores.audit.append([look('later')]);
      expect(await sealEntries(deps())).toBe(1);
      expect(await verifyAudit(deps())).toMatchObject({ faults: [], seals: 2, entries: 1 });
      expect((await verifyAudit(deps(), readHead(`1-${'0'.repeat(64)}`))).end).toBe('purged');
    });
  });
}
