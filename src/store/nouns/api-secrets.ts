// The secrets of the operator's APIs, by which they introspect.
import type { ApiSecret } from '../../core/applications/apis/api.ts';
import type { ApiStore } from '../../core/applications/apis/api-store.ts';
import type { Actor } from '../../core/ground/acts/acting.ts';
import { type Base, count, type Intent, row } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { requireMayAct } from './account-act.ts';

export const API_SECRETS = table('api_secrets', 'id', {
  text: 'id api_id',
  bytes: 'secret_hash',
  integer: 'created_at last_used_at',
});

const API = statement('select 1 as one from apis where id = $apiId for no key update');
const COUNT_SECRETS = statement('select count(*) as count from api_secrets where api_id = $apiId');
const INSERT_SECRET = statement(`
  insert into api_secrets (id, api_id, secret_hash, created_at, last_used_at)
  values ($id, $apiId, $secretHash, $createdAt, $lastUsedAt)`);
const LIST_SECRETS = statement('select * from api_secrets where api_id = $apiId order by id');
const REMOVE_SECRET = statement('delete from api_secrets where id = $id and api_id = $apiId');
const TOUCH_SECRET = statement('update api_secrets set last_used_at = $now where id = $id');

type Secrets = 'insertSecret' | 'listSecrets' | 'removeSecret' | 'touchSecret';

export const createApiSecrets = (base: Base): Pick<ApiStore, Secrets> => ({
  insertSecret: (secret, max, by) =>
    base.write(function* () {
      yield* requireMay(by, secret.createdAt);
      if (!(yield* row(API, secret))) return 'gone';
      if (((yield* row<{ count: number }>(COUNT_SECRETS, secret))?.count ?? 0) >= max) return 'too-many';
      yield* count(INSERT_SECRET, secret);
      return 'created';
    }),
  listSecrets: (apiId) => base.rows<ApiSecret>(LIST_SECRETS, { apiId }),
  removeSecret: (secret, by) =>
    base.write(function* () {
      yield* requireMay(by, secret.now);
      return (yield* count(REMOVE_SECRET, secret)) === 1;
    }),
  touchSecret: async (id, now) => {
    await base.change(TOUCH_SECRET, { id, now });
  },
});

/** Whoever changes an API, or what is of it. */
export const requireMay = (by: Actor | undefined, now: number): Intent<void> =>
  requireMayAct({ by: by && { act: 'change-apis', caller: by }, now });
