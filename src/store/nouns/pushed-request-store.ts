// Pushed authorization requests. The code that ends one is found by what it spent, in the index of stamps.
import type { FoundRequest, PushedRequestStore } from '../../core/grants/authorize/pushed-request-store.ts';
import type { Base } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const PUSHED_REQUESTS = table('pushed_requests', 'uri_hash', {
  text: 'api_key parameters',
  bytes: 'uri_hash stamp_hash',
  integer: 'expires_at kept_until',
});

const INSERT = statement(`
  insert into pushed_requests (uri_hash, stamp_hash, api_key, parameters, expires_at, kept_until)
  values ($uriHash, $stampHash, $apiKey, $parameters, $expiresAt, $keptUntil)`);
const FIND = statement(
  `select p.stamp_hash, p.api_key, p.parameters, p.expires_at, p.kept_until,
    exists (select 1 from grants g where g.stamp_hash = p.stamp_hash) as is_spent
  from pushed_requests p where p.uri_hash = $uriHash`,
  { is_spent: 'boolean' },
);
const KEEP = statement('update pushed_requests set kept_until = $keptUntil where uri_hash = $uriHash');

export const createPushedRequestStore = ({ row, change }: Base): PushedRequestStore => ({
  insert: async (request) => {
    await change(INSERT, request);
  },
  find: (uriHash) => row<FoundRequest>(FIND, { uriHash }),
  keep: async (input) => (await change(KEEP, input)) === 1,
});
