// Machine tokens. Inserts wait for each other at the table: without the lock, a count would not see what other
// transactions insert meanwhile.
import type { MachineCaller, MachineToken } from '../../core/applications/machine-tokens/machine-token.ts';
import type { MachineTokenStore } from '../../core/applications/machine-tokens/machine-token-store.ts';
import { type Base, count, lock, row } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { tellOperators } from './queue-mail.ts';
import { isOperator } from './session-proof.ts';

export const MACHINE_TOKENS = table('machine_tokens', 'id', {
  text: 'id name created_by',
  bytes: 'token_hash',
  json: 'scopes',
  integer: 'created_at last_used_at expires_at',
});

const LOCK = statement('lock table machine_tokens in share row exclusive mode');
const NEWEST = statement("select coalesce(max(id), '') as id from machine_tokens");
const COUNT = statement('select count(*) as count from machine_tokens');
const INSERT = statement(`
  insert into machine_tokens (id, name, token_hash, scopes, created_at, last_used_at, expires_at, created_by)
  values ($id, $name, $tokenHash, $scopes, $createdAt, $lastUsedAt, $expiresAt, $createdBy)`);
const FIND_CALLER = statement(`
  select id as token_id, scopes, last_used_at from machine_tokens
  where token_hash = $tokenHash and expires_at > $now`);
const LIST = statement('select * from machine_tokens order by id');
const REMOVE = statement('delete from machine_tokens where id = $id');
const TOUCH = statement('update machine_tokens set last_used_at = $now where id = $id');

export const createMachineTokenStore = ({ row: find, rows, change, write }: Base): MachineTokenStore => ({
  insert: (token, max, proof, shown, tell) =>
    write(function* () {
      if (!(yield* isOperator(proof))) return 'no-operator';
      yield* lock(LOCK);
      const newest = yield* row<{ id: string }>(NEWEST);
      if (shown !== undefined && newest?.id !== shown) return 'changed';
      const counted = yield* row<{ count: number }>(COUNT);
      if ((counted?.count ?? 0) >= max) return 'too-many';
      yield* count(INSERT, token);
      yield* tellOperators(tell);
      return 'created';
    }),
  findCaller: (tokenHash, now) => find<MachineCaller>(FIND_CALLER, { tokenHash, now }),
  list: () => rows<MachineToken>(LIST),
  remove: (id, proof) =>
    write(function* () {
      return (yield* isOperator(proof)) && (yield* count(REMOVE, { id })) === 1;
    }),
  touch: async (id, now) => {
    await change(TOUCH, { id, now });
  },
});
