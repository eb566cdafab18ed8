// Uploaded pictures on SQLite. A trigger removes a picture once the profile names another one or none.
import { type Picture, pictureName } from '../../core/pictures/picture.ts';
import type { PictureStore } from '../../core/pictures/picture-store.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createPictureStore({ writer, reader }: Sqlite): PictureStore {
  const find = prepare<Picture>(
    reader.connection,
    'select id, image from account_pictures where account_id = $accountId',
  );
  const name = prepare(
    writer.connection,
    `update accounts set profile = json_set(profile, '$.picture', $name), updated_at = $now where id = $accountId`,
  );
  const insert = prepare(
    writer.connection,
    'insert into account_pictures (account_id, id, image, uploaded_at) values ($accountId, $id, $image, $now)',
  );
  const requireProof = prepareRequireProof(writer.connection);
  return {
    find: (accountId) => reader.read(() => find.get({ accountId })),
    put: async ({ accountId, picture, proof, now }) => {
      await writer.write(() => {
        requireProof(proof);
        name.run({ accountId, name: pictureName(picture.id), now });
        insert.run({ accountId, ...picture, now });
      });
    },
  };
}
