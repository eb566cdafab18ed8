// One access token that an application revokes, of user-info or of an API, ends with its event (contract 60). The purge
// deletes such tokens too, so a trigger could not tell what ended one (decision 54). Nothing is recorded of a token
// that was not live, or of a program that acts for itself.
type Tokens = 'access_tokens' | 'resource_tokens';

/** With `$id` and `$now`. Of several at once, one records the event. */
export const revokeOnPostgres = (tokens: Tokens): string => `
  with gone as (delete from ${tokens} where id = $id returning grant_id, expires_at)
  select record_event(a.id, c.sub, 'tokens.revoked',
    json_build_object('reason', 'application', 'token', 'access_token'), null)
  from gone
  join grants g on g.id = gone.grant_id and g.ended_at is null
  join applications a on a.id = g.application_id and a.records_events
  join connections c on c.application_id = a.id and c.account_id = g.account_id and c.ended_at is null
    and c.epoch = a.connection_epoch and c.generation = g.connection_generation
  join accounts u on u.id = g.account_id and u.disabled_at is null and u.grant_epoch is not distinct from g.grant_epoch
  where gone.expires_at > $now`;

/** In this order. */
export const revokeOnSqlite = (tokens: Tokens): readonly [record: string, end: string] => [
  `
  insert into events (application_id, sub, type, data)
  select a.id, c.sub, 'tokens.revoked', json_object('reason', 'application', 'token', 'access_token')
  from ${tokens} t
  join grants g on g.id = t.grant_id and g.ended_at is null
  join applications a on a.id = g.application_id and a.records_events = 1
  join connections c on c.application_id = a.id and c.account_id = g.account_id and c.ended_at is null
    and c.epoch = a.connection_epoch and c.generation = g.connection_generation
  join accounts u on u.id = g.account_id and u.disabled_at is null and u.grant_epoch is g.grant_epoch
  where t.id = $id and t.expires_at > $now`,
  `delete from ${tokens} where id = $id`,
];
