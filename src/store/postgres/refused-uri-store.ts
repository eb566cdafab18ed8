// Refused post-logout redirect URIs on PostgreSQL. Processes that add for one application wait for each other at its
// row, so that none counts without the other's.
import type { RefusedUri } from '../../core/refused-uris/refused-uri.ts';
import type { RefusedUriStore } from '../../core/refused-uris/refused-uri-store.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const LOCK = statement('select id from applications where id = $applicationId for no key update');

const ADD = statement(`
  insert into refused_logout_uris (application_id, uri, refused_at) values ($applicationId, $uri, $refusedAt)
  on conflict (application_id, uri) do update set refused_at = excluded.refused_at`);

const TRIM = statement(`
  delete from refused_logout_uris where application_id = $applicationId and uri in (
    select uri from refused_logout_uris where application_id = $applicationId
    order by refused_at desc, uri offset $max)`);

const LIST = statement(`
  select application_id, uri, refused_at from refused_logout_uris
  where application_id = $applicationId and refused_at > $since order by refused_at desc, uri`);

export const createRefusedUriStore = ({ read, transaction }: Postgres): RefusedUriStore => ({
  add: (refused, max) =>
    transaction(async (run) => {
      const { applicationId } = refused;
      if ((await run(LOCK, { applicationId })).count === 0) return;
      await run(ADD, refused);
      await run(TRIM, { applicationId, max });
    }),
  list: async (input) => [...(await read<RefusedUri>(LIST, input))],
});
