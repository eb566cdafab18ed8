// The server's own encrypted values on PostgreSQL.
import type { SealedValue, SealedValueStore } from '../../core/keys/sealed-value-store.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const FIND = statement('select * from sealed_values where name = $name');
const INSERT = statement(`
  insert into sealed_values (name, sealed, created_at) values ($name, $sealed, $createdAt) on conflict do nothing`);
const RESEAL = statement('update sealed_values set sealed = $to where name = $name and sealed = $from');

export const createSealedValueStore = ({ read, write }: Postgres): SealedValueStore => ({
  find: async (name) => (await read<SealedValue>(FIND, { name }))[0],
  insert: async (value) => (await write(INSERT, value)).count === 1,
  reseal: async (name, from, to) => (await write(RESEAL, { name, from, to })).count === 1,
});
