// Logos. The application's row is updated first, so that concurrent edits wait for each other there.

import type { LogoStore } from '../../core/applications/logos/logo-store.ts';
import type { Logo } from '../../core/ground/logos/logo.ts';
import { type Base, count } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const APPLICATION_LOGOS = table('application_logos', 'application_id', {
  text: 'application_id media_type',
  bytes: 'image',
  integer: 'updated_at',
});

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

export const createLogoStore = ({ row, write }: Base): LogoStore => ({
  find: (applicationId) => row<Logo>(FIND, { applicationId }),
  put: (applicationId, logo, change) =>
    write(function* () {
      const values = { applicationId, ...logo, ...change };
      if ((yield* count(SET_HASH, values)) === 0) return false;
      yield* count(PUT, values);
      return true;
    }),
  remove: (applicationId, change) =>
    write(function* () {
      if ((yield* count(SET_HASH, { applicationId, hash: undefined, ...change })) === 0) return false;
      yield* count(REMOVE, { applicationId });
      return true;
    }),
});
