// Which applications may ask people for the scopes of an API, and which groups it names (contract 45), written with it.
// Whoever changes an API holds those that ask for its scopes first, as an edit of an application holds its row before
// it reads whether it may ask. What an application asks for is in its cached row, so its version rises with the API's.
import type { Api } from '../../core/applications/apis/api.ts';
import type { ApiRefused } from '../../core/applications/apis/api-store.ts';
import { count, type Intent, lock, row, rows } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';

export const API_APPLICATIONS = table('api_applications', 'api_id application_id', { text: 'api_id application_id' });
export const API_GROUPS = table('api_groups', 'api_id use group_id', { text: 'api_id use group_id' });

const APPLICATIONS = statement('select id from applications where id = any($ids) for key share');
const UNKNOWN_GROUP = statement('select count(*) as count from user_groups where name = any($names)');
const CLEAR_APPLICATIONS = statement('delete from api_applications where api_id = $id');
const INSERT_APPLICATIONS = statement(`
  insert into api_applications (api_id, application_id) select $id::text, id from applications where id = any($ids)`);
const CLEAR_GROUPS = statement('delete from api_groups where api_id = $id');
const INSERT_GROUPS = statement(`
  insert into api_groups (api_id, use, group_id)
  select $id::text, $use::text, id from user_groups where name = any($names)`);

const SELECT_ASKING = `
  select id from applications
  where id in (
    select n.application_id from application_api_scopes n join api_scopes s on s.name = n.scope_name
    where s.api_id = $id)`;
const LOCK_ASKING = statement(`${SELECT_ASKING} order by id for no key update`);
const ASKING = statement(SELECT_ASKING);
const STRICT_ASKING = statement(`
  select id from applications
  where security_profile is not null and ($any::boolean = true or id = any($ids)) and id in (
    select n.application_id from application_api_scopes n join api_scopes s on s.name = n.scope_name
    where s.api_id = $id and s.name = any($names))
  order by id`);
/** What an application may ask for: scopes that are not for programs alone, of an API that names the application. */
export const MAY_ASK = `s.machine = false and (i.any_application = true or exists (
  select 1 from api_applications o where o.api_id = i.id and o.application_id = n.application_id))`;
const TAKE = statement(`
  delete from application_api_scopes as n
  where n.application_id = any($ids) and not exists (
    select 1 from api_scopes s join apis i on i.id = s.api_id where s.name = n.scope_name and ${MAY_ASK})`);
const CHANGED = statement(`
  update applications set updated_at = greatest($now::bigint, updated_at + 1), version = version + 1
  where id = any($ids)`);

const LOCK_CLIENTS = statement('lock table blocked_client_hosts in share row exclusive mode');
const CLIENTS_CHANGED = statement(`
  update applications set updated_at = greatest($now::bigint, updated_at + 1), version = version + 1
  where document_url is not null`);

const idsOf = ({ applications }: Pick<Api, 'applications'>): readonly string[] =>
  applications === 'any' ? [] : applications;

/** What the API names that there is not. The applications stay until the end of the transaction. */
export function* unknownAsking(api: Api): Intent<ApiRefused | undefined> {
  const ids = idsOf(api);
  if (ids.length > 0 && (yield* count(APPLICATIONS, { ids: new ListOf(ids) })) !== ids.length)
    return { kind: 'application-unknown', member: 'applications' };
  for (const member of ['allowedGroups', 'groups'] as const) {
    const names = api[member];
    const known =
      names.length === 0 ? undefined : yield* row<{ count: number }>(UNKNOWN_GROUP, { names: new ListOf(names) });
    if (known && known.count !== names.length)
      return { kind: 'group-unknown', member: member === 'groups' ? 'groups' : 'allowed_groups' };
  }
  return undefined;
}

export function* writeAsking(api: Api): Intent<void> {
  const { id } = api;
  const ids = idsOf(api);
  yield* count(CLEAR_APPLICATIONS, { id });
  if (ids.length > 0) yield* count(INSERT_APPLICATIONS, { id, ids: new ListOf(ids) });
  yield* count(CLEAR_GROUPS, { id });
  for (const [use, names] of [
    ['receives', api.groups],
    ['admits', api.allowedGroups],
  ] as const)
    if (names.length > 0) yield* count(INSERT_GROUPS, { id, use, names: new ListOf(names) });
}

/**
 * Those that ask for scopes of the API, follow FAPI 2.0, and would go on asking. Its row is locked by now, and so are
 * all that ask.
 */
export function* strictAsking({ id, applications, scopes }: Api): Intent<readonly string[]> {
  const names = new ListOf(scopes.filter(({ machine }) => !machine).map(({ name }) => name));
  const asked = { id, names, ids: new ListOf(idsOf({ applications })), any: applications === 'any' };
  return (yield* rows<{ id: string }>(STRICT_ASKING, asked)).map((found) => found.id);
}

/** @returns the applications that ask for scopes of the API, which stay as they are until the end of the transaction */
export function* lockAsking(apiId: string): Intent<readonly string[]> {
  return (yield* rows<{ id: string }>(LOCK_ASKING, { id: apiId })).map(({ id }) => id);
}

/** Whether nobody else asks for scopes of the API, whose row is locked by now. */
export function* areAllAsking(apiId: string, locked: readonly string[]): Intent<boolean> {
  return (yield* rows<{ id: string }>(ASKING, { id: apiId })).every(({ id }) => locked.includes(id));
}

/**
 * Raises the version of all clients that nobody registered, whose cached row has what they ask for. Whoever keeps a
 * document, and whoever opens or closes many clients, waits for the table of blocked hosts before it takes a client.
 */
export function* changeDocumentClients(now: number): Intent<void> {
  yield* lock(LOCK_CLIENTS);
  yield* count(CLIENTS_CHANGED, { now });
}

/** Takes from these applications what they may not ask for any more, and raises their version. */
export function* takeFromApplications(ids: readonly string[], now: number): Intent<void> {
  if (ids.length === 0) return;
  yield* count(TAKE, { ids: new ListOf(ids) });
  yield* count(CHANGED, { ids: new ListOf(ids), now });
}
