// The contract of PictureStore, for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded, type SessionProof } from '../../../src/core/ground/acts/session-proof.ts';
import { type Picture, pictureName } from '../../../src/core/people/pictures/picture.ts';
import { newId } from '../../helpers/new-id.ts';
import { NOW, someAccount, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const somePicture = (id = newId()): Picture => ({ id, image: Buffer.from(`RIFF of ${id}, \0\xff`, 'latin1') });

export function pictureStoreContract(make: MakeDatabase): void {
  describe('PictureStore', () => {
    const database = useDatabase(make);
    let account: Account;
    let proof: SessionProof;
    beforeEach(async () => {
      account = someAccount({ profile: { nickname: 'Mina', gender: 'female' } });
      await database.stores.accounts.insert(account);
      const session = someSession(account.id);
      await database.stores.sessions.start(session, undefined);
      proof = { sessionId: session.id, authenticatedSince: 0 };
    });
    const put = (picture: Picture, now = NOW) =>
      database.stores.pictures.put({ accountId: account.id, picture, proof, now });
    const find = () => database.stores.pictures.find(account.id);
    const stored = () => database.stores.accounts.find(account.id);

    it('contract 27: keeps one picture, byte by byte, which the profile names', async () => {
      expect(await find()).toBeUndefined();
      const [first, second] = [somePicture(), somePicture()];
      await put(first, NOW + 5);
      expect(await find()).toEqual(first);
      const profile = { nickname: 'Mina', gender: 'female', picture: pictureName(first.id) };
      expect(await stored()).toEqual({ ...account, profile, updatedAt: NOW + 5 });
      await put(second);
      expect(await find()).toEqual(second);
      expect((await stored())?.profile.picture).toBe(pictureName(second.id));
    });

    it.each([
      ['none', undefined],
      ['a URL from an import', 'https://a.example/p.png'],
    ])(
      'contract 27: removes it once the profile names %s, and keeps it with every other change',
      async (_, picture) => {
        const { accounts } = database.stores;
        const first = somePicture();
        await put(first);
        await accounts.saveProfile(account.id, { nickname: 'Other', gender: undefined }, NOW + 1);
        expect(await find()).toEqual(first);
        await accounts.saveProfile(account.id, { picture }, NOW + 2);
        expect(await find()).toBeUndefined();
      },
    );

    it('contract 27: it goes with its account', async () => {
      await put(somePicture());
      await database.stores.accounts.remove(account.id, NOW);
      expect(await find()).toBeUndefined();
    });

    it('contract 27: an upload stores nothing once its session has ended, however they race', async () => {
      const { sessions, accounts } = database.stores;
      const first = somePicture();
      await put(first);
      const late = somePicture();
      const [uploaded] = await Promise.allSettled([
        put(late),
        sessions.end({ accountId: account.id, sessionId: proof.sessionId, now: NOW }),
        accounts.setDisabled(account.id, true, NOW),
      ]);
      expect(await find()).toEqual(uploaded.status === 'fulfilled' ? late : first);
      await expect(put(somePicture())).rejects.toThrow(ConfirmationNeeded);
      expect((await stored())?.profile.picture).toBe(pictureName((await find())?.id ?? ''));
    });

    it('contract 27: of many uploads at once one is left, and the profile names it', async () => {
      const other = await database.open();
      const pictures = Array.from({ length: 8 }, () => somePicture());
      await Promise.all(
        pictures.map((picture, at) =>
          (at % 2 ? other : database.stores).pictures.put({ accountId: account.id, picture, proof, now: NOW }),
        ),
      );
      const left = await find();
      expect(pictures).toContainEqual(left);
      expect((await stored())?.profile.picture).toBe(pictureName(left?.id ?? ''));
    });
  });
}
