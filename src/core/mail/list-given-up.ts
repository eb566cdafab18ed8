// The mails that were given up, as operators see them: never the address, link or code (contract 20).
import type { Ports } from '../ports.ts';
import type { GivenUpMail, PlaceOfGivenUp } from './mail-store.ts';

/** After every mail there is. */
const NEWEST: PlaceOfGivenUp = { endedAt: Number.MAX_SAFE_INTEGER, id: '~' };
const PAGE = 500;

/** The newest first, of those given up before `before`; undefined: of all. */
export async function listGivenUp(
  { mails }: Pick<Ports, 'mails'>,
  { before = NEWEST, limit }: { before: PlaceOfGivenUp | undefined; limit: number },
): Promise<{ mails: GivenUpMail[]; more: boolean }> {
  const found = await mails.listGivenUp({ before, limit: limit + 1 });
  return { mails: found.slice(0, limit).map(withLastTry), more: found.length > limit };
}

/** All of them, read page by page. */
export async function* everyGivenUp({ mails }: Pick<Ports, 'mails'>): AsyncGenerator<GivenUpMail> {
  for (let before = NEWEST; ; ) {
    const page = await mails.listGivenUp({ before, limit: PAGE });
    yield* page.map(withLastTry);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    before = last;
  }
}

/** The row counts the tries that were followed by another; a mail that expired had no other. */
const withLastTry = (mail: GivenUpMail): GivenUpMail =>
  mail.failure === 'expired' ? mail : { ...mail, tries: mail.tries + 1 };
