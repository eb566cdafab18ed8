// The server's own encrypted values.
import type { SealedValue, SealedValueStore } from '../../core/server/keys/sealed-value-store.ts';
import type { Base } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const SEALED_VALUES = table('sealed_values', 'name', { text: 'name', integer: 'created_at', bytes: 'sealed' });

const FIND = statement('select * from sealed_values where name = $name');
const INSERT = statement(`
  insert into sealed_values (name, sealed, created_at) values ($name, $sealed, $createdAt) on conflict do nothing`);
const RESEAL = statement('update sealed_values set sealed = $to where name = $name and sealed = $from');

export const createSealedValueStore = ({ row, change }: Base): SealedValueStore => ({
  find: (name) => row<SealedValue>(FIND, { name }),
  insert: async (value) => (await change(INSERT, value)) === 1,
  reseal: async (name, from, to) => (await change(RESEAL, { name, from, to })) === 1,
});
