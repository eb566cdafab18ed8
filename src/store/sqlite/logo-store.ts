// Logos on SQLite.
import type { Logo } from '../../core/logos/logo.ts';
import type { LogoStore } from '../../core/logos/logo-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createLogoStore({ writer, reader }: Sqlite): LogoStore {
  const find = prepare<Logo>(
    reader.connection,
    `select l.media_type, l.image, a.logo_hash as hash
     from application_logos l join applications a on a.id = l.application_id where l.application_id = $applicationId`,
  );
  const setHash = prepare(
    writer.connection,
    `update applications set logo_hash = $hash, updated_at = $now, version = version + 1
     where id = $applicationId and version = $fromVersion`,
  );
  const put = prepare(
    writer.connection,
    `insert or replace into application_logos (application_id, media_type, image, updated_at)
     values ($applicationId, $mediaType, $image, $now)`,
  );
  const remove = prepare(writer.connection, 'delete from application_logos where application_id = $applicationId');

  return {
    find: (applicationId) => reader.read(() => find.get({ applicationId })),
    put: (applicationId, logo, change) =>
      writer.write(() => {
        const values = { applicationId, ...logo, ...change };
        if (setHash.run(values) === 0) return false;
        put.run(values);
        return true;
      }),
    remove: (applicationId, change) =>
      writer.write(() => {
        if (setHash.run({ applicationId, hash: undefined, ...change }) === 0) return false;
        remove.run({ applicationId });
        return true;
      }),
  };
}
