// Logos on PostgreSQL. The application's row is updated first, so that concurrent edits wait for each other there.
import type { Logo } from '../../core/logos/logo.ts';
import type { LogoStore } from '../../core/logos/logo-store.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const FIND = statement(`
  select l.media_type, l.image, a.logo_hash as hash
  from application_logos l join applications a on a.id = l.application_id where l.application_id = $applicationId`);
const SET_HASH = statement(`
  update applications set logo_hash = $hash, updated_at = $now, version = version + 1
  where id = $applicationId and version = $fromVersion`);
const PUT = statement(`
  insert into application_logos (application_id, media_type, image, updated_at)
  values ($applicationId, $mediaType, $image, $now)
  on conflict (application_id) do update
  set media_type = excluded.media_type, image = excluded.image, updated_at = excluded.updated_at`);
const REMOVE = statement('delete from application_logos where application_id = $applicationId');

export const createLogoStore = ({ read, transaction }: Postgres): LogoStore => ({
  find: async (applicationId) => (await read<Logo>(FIND, { applicationId }))[0],
  put: (applicationId, { mediaType, image, hash }, { fromVersion, now }) =>
    transaction(async (run) => {
      if ((await run(SET_HASH, { applicationId, hash, now, fromVersion })).count === 0) return false;
      await run(PUT, { applicationId, mediaType, image, now });
      return true;
    }),
  remove: (applicationId, { fromVersion, now }) =>
    transaction(async (run) => {
      if ((await run(SET_HASH, { applicationId, hash: undefined, now, fromVersion })).count === 0) return false;
      await run(REMOVE, { applicationId });
      return true;
    }),
});
