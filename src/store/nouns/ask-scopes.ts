// The scopes of APIs that an application asks people for, written with it (contract 45). Its row is written by then,
// and on PostgreSQL the APIs are locked before it is read whether it may ask: of an edit of an API at the same moment,
// one sees what the other has done.
import { ScopesChanged } from '../../core/applications/apis/askable-scopes.ts';
import type { Application } from '../../core/applications/applications/application.ts';
import { count, type Intent, lock } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';
import { MAY_ASK } from './api-applications.ts';

export const APPLICATION_API_SCOPES = table('application_api_scopes', 'application_id scope_name', {
  text: 'application_id scope_name consent purpose',
  json: 'translations',
  integer: 'position created_at',
});

const LOCK = statement(`
  select id from apis where id in (select api_id from api_scopes where name = any($names)) order by id for share`);
const ASK = statement(`
  insert into application_api_scopes (application_id, scope_name, position, consent, purpose, translations, created_at)
  select $id::text, s.name, $position::integer, $consent::text, $purpose::text, $translations::json,
    $createdAt::bigint
  from api_scopes s join apis i on i.id = s.api_id
  where s.name = $item and ${MAY_ASK.replaceAll('n.application_id', '$id::text')}
    and (i.access_token_alg <> 'RS256' or not exists (
      select 1 from applications a where a.id = $id::text and a.security_profile is not null))`);

/** @throws ScopesChanged */
export function* askScopes({ id, apiScopes }: Application): Intent<void> {
  if (apiScopes.length === 0) return;
  yield* lock(LOCK, { names: new ListOf(apiScopes.map(({ item }) => item)) });
  for (const [position, scope] of apiScopes.entries()) {
    if ((yield* count(ASK, { ...scope, id, position })) !== 1) throw new ScopesChanged();
  }
}
