// Logos on SQLite.
import type { LogoType } from '../../core/applications/application-logo-image.ts';
import type { LogoStore } from '../../core/applications/application-logo-store.ts';
import type { Sqlite } from './sqlite.ts';

type Row = { media_type: LogoType; image: Buffer; logo_hash: string };

export function createLogoStore({ writer, reader }: Sqlite): LogoStore {
  const find = reader.connection.prepare<[string], Row>(
    `select l.media_type, l.image, a.logo_hash
     from application_logos l join applications a on a.id = l.application_id where l.application_id = ?`,
  );
  const note = writer.connection.prepare<[string | null, number, string, number]>(
    'update applications set logo_hash = ?, updated_at = ?, version = version + 1 where id = ? and version = ?',
  );
  const put = writer.connection.prepare<[string, LogoType, Buffer, number]>(
    'insert or replace into application_logos (application_id, media_type, image, updated_at) values (?, ?, ?, ?)',
  );
  const remove = writer.connection.prepare<[string]>('delete from application_logos where application_id = ?');

  return {
    find: (applicationId) =>
      reader.read(() => {
        const row = find.get(applicationId);
        return row && { mediaType: row.media_type, image: row.image, hash: row.logo_hash };
      }),
    put: (applicationId, { mediaType, image, hash }, { fromVersion, now }) =>
      writer.write(() => {
        if (note.run(hash, now, applicationId, fromVersion).changes === 0) return false;
        put.run(applicationId, mediaType, image, now);
        return true;
      }),
    remove: (applicationId, { fromVersion, now }) =>
      writer.write(() => {
        if (note.run(null, now, applicationId, fromVersion).changes === 0) return false;
        remove.run(applicationId);
        return true;
      }),
  };
}
