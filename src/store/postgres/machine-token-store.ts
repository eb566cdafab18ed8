// Machine tokens on PostgreSQL.
import type { MachineCaller, MachineToken } from '../../core/machine-tokens/machine-token.ts';
import type { MachineTokenStore } from '../../core/machine-tokens/machine-token-store.ts';
import type { Postgres } from './postgres.ts';
import { tellOperators } from './queue-mail.ts';
import { isOperator } from './session-proof.ts';
import { statement } from './statement.ts';

// Serializes inserts: without it, a count would not see what other transactions insert meanwhile.
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

export const createMachineTokenStore = ({ read, write, transaction }: Postgres): MachineTokenStore => ({
  insert: (token, max, proof, shown, tell) =>
    transaction(async (run) => {
      if (!(await isOperator(run, proof))) return 'no-operator';
      await run(LOCK);
      const [newest] = (await run<{ id: string }>(NEWEST)).rows;
      if (shown !== undefined && newest?.id !== shown) return 'changed';
      const [counted] = (await run<{ count: number }>(COUNT)).rows;
      if ((counted?.count ?? 0) >= max) return 'too-many';
      await run(INSERT, token);
      await tellOperators(run, tell);
      return 'created';
    }),
  findCaller: async (tokenHash, now) => (await read<MachineCaller>(FIND_CALLER, { tokenHash, now }))[0],
  list: async () => [...(await read<MachineToken>(LIST))],
  remove: (id, proof) =>
    transaction(async (run) => (await isOperator(run, proof)) && (await run(REMOVE, { id })).count === 1),
  touch: async (id, now) => {
    await write(TOUCH, { id, now });
  },
});
