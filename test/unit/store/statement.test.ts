// What SQLite reads in texts that are written for PostgreSQL (decision 74).
import { expect, test } from 'vitest';
import { statement, textForSqlite } from '../../../src/store/statement.ts';

test.each([
  ['select 1 from a where id = $id for share', 'select 1 from a where id = $id'],
  ['select 1 from a where id = $id\n  for no key update', 'select 1 from a where id = $id'],
  ['select 1 from a join b on true for no key update of a, b', 'select 1 from a join b on true'],
  [
    'delete from a where id in (select id from a for update skip locked)',
    'delete from a where id in (select id from a)',
  ],
  ["select $id::text, '{}'::json, x::bigint from a", "select $id, '{}', x from a"],
  ['a.id = any($ids)', 'a.id in (select value from json_each($ids))'],
  ['a.id = any($ids::text[])', 'a.id in (select value from json_each($ids))'],
  ['a.mac = any($macs::bytea[])', 'a.mac in (select unhex(value) from json_each($macs))'],
  ['order by id limit all offset 5', 'order by id limit -1 offset 5'],
  ['order by id limit 1 offset 5', 'order by id limit 1 offset 5'],
  ['set at = greatest(at, $now), x = least(x, 2)', 'set at = max(at, $now), x = min(x, 2)'],
  ['select waiting_for from a where for_key = 1', 'select waiting_for from a where for_key = 1'],
])('decision 74: SQLite reads %j as %j', (postgres, sqlite) => {
  expect(textForSqlite(postgres)).toBe(sqlite);
});

test('decision 74: one text is for both databases, two are kept apart', () => {
  expect(statement('select 1')).toEqual({ postgres: 'select 1', sqlite: 'select 1', kinds: {} });
  const two = { postgres: 'select 1', sqlite: ['delete from a', 'select 2'] };
  expect(statement(two, { found: 'boolean' })).toEqual({ ...two, kinds: { found: 'boolean' } });
});
