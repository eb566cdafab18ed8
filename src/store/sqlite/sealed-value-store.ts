// The server's own encrypted values on SQLite.
import type { SealedValue, SealedValueStore } from '../../core/keys/sealed-value-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createSealedValueStore({ writer, reader }: Sqlite): SealedValueStore {
  const find = prepare<SealedValue>(reader.connection, 'select * from sealed_values where name = $name');
  const insert = prepare(
    writer.connection,
    'insert into sealed_values (name, sealed, created_at) values ($name, $sealed, $createdAt) on conflict do nothing',
  );
  const reseal = prepare(
    writer.connection,
    'update sealed_values set sealed = $to where name = $name and sealed = $from',
  );

  return {
    find: (name) => reader.read(() => find.get({ name })),
    insert: (value) => writer.write(() => insert.run(value) === 1),
    reseal: (name, from, to) => writer.write(() => reseal.run({ name, from, to }) === 1),
  };
}
