// Refused post-logout redirect URIs. Processes that add for one application wait for each other at its row, so that
// none counts without the other's.
import type { RefusedUri } from '../../core/applications/refused-uris/refused-uri.ts';
import type { RefusedUriStore } from '../../core/applications/refused-uris/refused-uri-store.ts';
import { type Base, count } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const REFUSED_LOGOUT_URIS = table('refused_logout_uris', 'application_id uri', {
  text: 'application_id uri',
  integer: 'refused_at',
});

const LOCK = statement('select id from applications where id = $applicationId for no key update');

const ADD = statement(`
  insert into refused_logout_uris (application_id, uri, refused_at) values ($applicationId, $uri, $refusedAt)
  on conflict (application_id, uri) do update set refused_at = excluded.refused_at`);

const TRIM = statement(`
  delete from refused_logout_uris where application_id = $applicationId and uri in (
    select uri from refused_logout_uris where application_id = $applicationId
    order by refused_at desc, uri limit all offset $max)`);

const LIST = statement(`
  select application_id, uri, refused_at from refused_logout_uris
  where application_id = $applicationId and refused_at > $since order by refused_at desc, uri`);

export const createRefusedUriStore = ({ rows, write }: Base): RefusedUriStore => ({
  add: (refused, max) =>
    write(function* () {
      const { applicationId } = refused;
      if ((yield* count(LOCK, { applicationId })) === 0) return;
      yield* count(ADD, refused);
      yield* count(TRIM, { applicationId, max });
    }),
  list: (input) => rows<RefusedUri>(LIST, input),
});
