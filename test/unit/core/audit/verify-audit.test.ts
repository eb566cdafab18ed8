// What `verifyAudit` says of entries that no seal covers, and what the triggers of SQLite keep (decision 51).
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { entryOf } from '../../../../src/core/server/audit/act.ts';
import { verifyAudit } from '../../../../src/core/server/audit/verify-audit.ts';
import { openTestPorts, type TestPorts } from '../accounts/open-ports.ts';
import { givenSealedAudit } from './tampered.ts';

const HOUR_SECONDS = 3600;

let ports: TestPorts;
let path: string;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ ports, path, close } = await openTestPorts());
});
afterEach(() => close());

function execute(sql: string): void {
  const file = new Sqlite(path);
  try {
    file.exec(sql);
  } finally {
    file.close();
  }
}

const look = () => entryOf({ actor: { role: 'operator' }, action: 'look' as never }, ports.clock.now());
const faults = async () => (await verifyAudit(ports)).faults;

it.each([0, -1, -5])(
  'decision 51: finds an entry that was inserted before the first seal, as number %i',
  async (id) => {
    await givenSealedAudit(ports);
    expect(await faults()).toEqual([]);
    execute(
      `insert into audit_entries (id, at, role, action, fields, result) values (${id}, 7, 'operator', 'x', '[]', 'done')`,
    );
    expect(await faults()).toEqual([{ kind: 'inserted-before', id }]);
  },
);

it('decision 51: entries that nothing has sealed for more than an hour are a fault: their seals may be gone', async () => {
  await ports.audit.append([look()]);
  ports.clock.advance(HOUR_SECONDS);
  expect(await faults()).toEqual([]);
  ports.clock.advance(1);
  await ports.audit.append([look()]);
  expect(await faults()).toEqual([{ kind: 'not-sealed', id: 1, at: ports.clock.now() - (HOUR_SECONDS + 1) * 1000 }]);
  await givenSealedAudit(ports);
  expect(await faults()).toEqual([]);
});

it('decision 51: so is the end of an audit whose last seals are gone', async () => {
  await givenSealedAudit(ports);
  ports.clock.advance(HOUR_SECONDS);
  expect(await faults()).toEqual([]);
  execute('drop trigger audit_seals_last; delete from audit_seals where number > 4');
  expect(await faults()).toEqual([expect.objectContaining({ kind: 'not-sealed', id: 33 })]);
});

it.each([
  ['entries', 'id'],
  ['seals', 'number'],
])('decision 51: "insert or replace" changes none of the audit’s %s', async (table, key) => {
  await givenSealedAudit(ports);
  const replace = `insert or replace into audit_${table} select * from audit_${table} where ${key} = 2`;
  expect(() => execute(replace)).toThrow('are never changed');
  expect(await faults()).toEqual([]);
});
