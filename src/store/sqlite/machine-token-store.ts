// Machine tokens on SQLite.
import type { MachineCaller, MachineToken } from '../../core/machine-tokens/machine-token.ts';
import type { MachineTokenStore } from '../../core/machine-tokens/machine-token-store.ts';
import { prepareTellOperators } from './queue-mail.ts';
import { prepareIsOperator } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createMachineTokenStore({ writer, reader }: Sqlite): MachineTokenStore {
  const { connection, write } = writer;
  const insert = prepare(
    connection,
    `insert into machine_tokens (id, name, token_hash, scopes, created_at, last_used_at, expires_at, created_by)
     values ($id, $name, $tokenHash, $scopes, $createdAt, $lastUsedAt, $expiresAt, $createdBy)`,
  );
  const newest = prepare<{ id: string }>(connection, "select coalesce(max(id), '') as id from machine_tokens");
  const count = prepare<{ count: number }>(connection, 'select count(*) as count from machine_tokens');
  const remove = prepare(connection, 'delete from machine_tokens where id = $id');
  const touch = prepare(connection, 'update machine_tokens set last_used_at = $now where id = $id');
  const findCaller = prepare<MachineCaller>(
    reader.connection,
    `select id as token_id, scopes, last_used_at from machine_tokens
     where token_hash = $tokenHash and expires_at > $now`,
  );
  const list = prepare<MachineToken>(reader.connection, 'select * from machine_tokens order by id');

  const isOperator = prepareIsOperator(connection);
  const tellOperators = prepareTellOperators(connection);

  return {
    insert: (token, max, proof, shown, tell) =>
      write(() => {
        if (!isOperator(proof)) return 'no-operator';
        if (shown !== undefined && newest.get()?.id !== shown) return 'changed';
        if ((count.get()?.count ?? 0) >= max) return 'too-many';
        insert.run(token);
        tellOperators(tell);
        return 'created';
      }),
    findCaller: (tokenHash, now) => reader.read(() => findCaller.get({ tokenHash, now })),
    list: () => reader.read(() => list.all()),
    remove: (id, proof) => write(() => isOperator(proof) && remove.run({ id }) === 1),
    touch: async (id, now) => {
      await write(() => touch.run({ id, now }));
    },
  };
}
