// JWTs that may be used once. A row that is over and not yet purged counts for nothing.
import type { SpentJwtStore } from '../../core/applications/client-jwts/spent-jwt-store.ts';
import type { Base } from '../intent.ts';
import { statement } from '../statement.ts';

// ENFORCES THE SINGLE USE OF A JWT: the row count says whether this call spent it.
const SPEND = statement(`
  insert into spent_jwts (id_hash, expires_at) values ($idHash, $until)
  on conflict (id_hash) do update set expires_at = excluded.expires_at where spent_jwts.expires_at <= $now`);

export const createSpentJwtStore = (base: Base): SpentJwtStore => ({
  spend: async (jwt) => (await base.change(SPEND, jwt)) === 1,
});
