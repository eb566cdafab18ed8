// What the server keeps for itself, on SQLite.
import type { SealedValueStore } from '../../core/keys/sealed-value-store.ts';
import type { Sqlite } from './sqlite.ts';

type Row = { name: string; sealed: Buffer; created_at: number };

export function createSealedValueStore({ writer, reader }: Sqlite): SealedValueStore {
  const find = reader.connection.prepare<[string], Row>('select * from sealed_values where name = ?');
  const insert = writer.connection.prepare<[Row]>(`
    insert into sealed_values (name, sealed, created_at) values ($name, $sealed, $created_at) on conflict do nothing`);
  const reseal = writer.connection.prepare('update sealed_values set sealed = ? where name = ? and sealed = ?');

  return {
    find: (name) =>
      reader.read(() => {
        const row = find.get(name);
        return row && { name: row.name, sealed: row.sealed, createdAt: row.created_at };
      }),
    insert: ({ name, sealed, createdAt }) =>
      writer.write(() => insert.run({ name, sealed, created_at: createdAt }).changes === 1),
    reseal: (name, from, to) => writer.write(() => reseal.run(to, name, from).changes === 1),
  };
}
