// Uploaded pictures on PostgreSQL. A trigger removes a picture once the profile names another one or none.
import { type Picture, pictureName } from '../../core/pictures/picture.ts';
import type { PictureStore } from '../../core/pictures/picture-store.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import type { Postgres } from './postgres.ts';
import { requireProof } from './session-proof.ts';
import { statement } from './statement.ts';

const FIND = statement('select id, image from account_pictures where account_id = $accountId');
const NAME = statement(`
  update accounts set profile = (profile::jsonb || jsonb_build_object('picture', $name::text))::json, updated_at = $now
  where id = $accountId`);
const INSERT = statement(
  'insert into account_pictures (account_id, id, image, uploaded_at) values ($accountId, $id, $image, $now)',
);

export const createPictureStore = ({ read, transaction }: Postgres): PictureStore => ({
  find: async (accountId) => (await read<Picture>(FIND, { accountId }))[0],
  put: ({ accountId, picture, proof, now }) =>
    transaction(async (run) => {
      // First, so that of two uploads one waits here for the other.
      await run(LOCK_ACCOUNT, { accountId });
      await requireProof(run, proof);
      await run(NAME, { accountId, name: pictureName(picture.id), now });
      await run(INSERT, { accountId, ...picture, now });
    }),
});
