// Encrypts the secrets of queued mails again after the server's secret was changed, so that they can still be sent.
import type { Ports } from '../ports.ts';

const PAGE = 100;

/** May be repeated, and run beside anything. @returns how many this call encrypted anew @throws Unavailable */
export async function rewrapMails({ mails, secrets }: Pick<Ports, 'mails' | 'secrets'>): Promise<number> {
  let rewrapped = 0;
  for (let afterId = ''; ; ) {
    const page = await mails.listSealed({ afterId, limit: PAGE });
    for (const { id, sealed } of page) {
      const opened = secrets.open('mail', id, sealed);
      if (!opened || opened.isCurrent) continue;
      if (await mails.reseal(id, sealed, secrets.seal('mail', id, opened.plain))) rewrapped += 1;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return rewrapped;
    afterId = last.id;
  }
}
