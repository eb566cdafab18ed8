// How statements of SQLite take values and give rows.
import { describe, expect, it } from 'vitest';
import { openConnection } from '../../src/store/sqlite/connection.ts';
import { columnsOf, prepare } from '../../src/store/sqlite/statement.ts';
import { TABLES } from '../../src/store/tables.ts';

const connection = openConnection(':memory:', {});
connection.exec('create table accounts (id text, profile text, email_verified integer, disabled_at integer)');

describe('statements of SQLite', () => {
  it('take values by name, as often as a name stands there, and write booleans, lists and nothing as SQLite keeps them', () => {
    const insert = prepare(connection, "insert into accounts select $id, $profile, $isVerified, $at where $id <> ''");
    expect(insert.run({ id: 'a', profile: { nickname: 'A' }, isVerified: true, at: undefined })).toBe(1);
    expect(connection.prepare('select * from accounts').get()).toEqual({
      id: 'a',
      profile: '{"nickname":"A"}',
      email_verified: 1,
      disabled_at: null,
    });
  });

  it('take a member of a value, and null where the value is missing', () => {
    const find = prepare<{ a: string; b: number | undefined }>(connection, 'select $token.id as a, $other.id as b');
    expect(find.get({ token: { id: 'x' }, other: undefined })).toEqual({ a: 'x', b: undefined });
  });

  it('refuse to run without a value that they name', () => {
    const find = prepare(connection, 'select 1 from accounts where id = $id');
    expect(() => find.get({ identifier: 'a' })).toThrow('No value for $id');
    expect(find.get({ id: undefined })).toBeUndefined();
  });

  it('give rows by the names and kinds of core', () => {
    const find = prepare(connection, 'select *, email_verified = 0 as is_new from accounts', { is_new: 'boolean' });
    expect(find.all()).toStrictEqual([
      { id: 'a', profile: { nickname: 'A' }, emailVerified: true, disabledAt: undefined, isNew: false },
    ]);
  });

  it('give the columns of a group as a member, which is undefined where the first of them is null', () => {
    const sql = `
      select 1 as before, a.id as "account.id", a.email_verified as "account.email_verified",
        a.disabled_at as "account.end.disabled_at", a.id as "account.end.by", 2 as after,
        n.id as "other.id", n.email_verified as "other.email_verified"
      from accounts a left join accounts n on n.id = 'nobody'`;
    expect(prepare(connection, sql).get()).toStrictEqual({
      before: 1,
      after: 2,
      account: { id: 'a', emailVerified: true, end: undefined },
      other: undefined,
    });
  });

  it('say which of their methods is meant', () => {
    expect(() => prepare(connection, 'select 1').run()).toThrow('use get or all');
    expect(() => prepare(connection, 'delete from accounts where false').get()).toThrow('use run');
  });

  it('name the columns of a table as the members of a group', () => {
    expect(columnsOf('usernames', 'u', 'name', ['taken_at'])).toBe(
      'u.name_key as "name.name_key", u.account_id as "name.account_id"',
    );
  });

  it('read a column by its name: it has the same kind in every table', () => {
    const kinds = new Map<string, Set<string>>();
    for (const { name, kind } of TABLES.flatMap(({ columns }) => columns)) {
      kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
    }
    const several = [...kinds].filter(([, found]) => found.size > 1);
    // The entries of the audit are numbered. Text and numbers are both read as they are.
    expect(several).toEqual([['id', new Set(['text', 'integer'])]]);
  });
});
