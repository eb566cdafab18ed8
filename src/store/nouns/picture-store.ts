// Uploaded pictures. A trigger removes a picture once the profile names another one or none.
import { type Picture, pictureName } from '../../core/people/pictures/picture.ts';
import type { PictureStore } from '../../core/people/pictures/picture-store.ts';
import { type Base, count, lock } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import { requireProof } from './session-proof.ts';

export const ACCOUNT_PICTURES = table('account_pictures', 'account_id', {
  text: 'account_id id',
  bytes: 'image',
  integer: 'uploaded_at',
});

const FIND = statement('select id, image from account_pictures where account_id = $accountId');
const named = (profile: string) => `update accounts set profile = ${profile}, updated_at = $now where id = $accountId`;
const NAME = statement({
  postgres: named("(profile::jsonb || jsonb_build_object('picture', $name::text))::json"),
  sqlite: named("json_set(profile, '$.picture', $name)"),
});
const INSERT = statement(
  'insert into account_pictures (account_id, id, image, uploaded_at) values ($accountId, $id, $image, $now)',
);

export const createPictureStore = ({ row, write }: Base): PictureStore => ({
  find: (accountId) => row<Picture>(FIND, { accountId }),
  put: ({ accountId, picture, proof, now }) =>
    write(function* () {
      // First, so that of two uploads one waits here for the other.
      yield* lock(LOCK_ACCOUNT, { accountId });
      yield* requireProof(proof);
      yield* count(NAME, { accountId, name: pictureName(picture.id), now });
      yield* count(INSERT, { accountId, ...picture, now });
    }),
});
