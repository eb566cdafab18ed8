// The secrets that sign messages: created, shown once, and kept encrypted with the server's secret.

import { newEventKey, newId } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import type { EventSecret } from './event-endpoint.ts';
import { SECRET_PREFIX } from './sign-message.ts';

type Deps = Pick<Ports, 'secrets' | 'clock'>;

/** @returns `text`: what the owner sees once */
export function newEventSecret({ secrets, clock }: Deps, endpointId: string): { secret: EventSecret; text: string } {
  const id = newId(clock);
  const text = `${SECRET_PREFIX}${newEventKey().toString('base64')}`;
  const sealed = secrets.seal('event-secret', id, Buffer.from(text));
  return { secret: { id, endpointId, sealed, createdAt: clock.now() }, text };
}

/** Those that a secret of the server opens. */
export const openEventSecrets = (
  { secrets }: Pick<Ports, 'secrets'>,
  stored: readonly Pick<EventSecret, 'id' | 'sealed'>[],
): string[] =>
  stored.flatMap(({ id, sealed }) => {
    const opened = secrets.open('event-secret', id, sealed);
    return opened ? [opened.plain.toString()] : [];
  });

const PAGE = 100;

/**
 * Encrypts every secret with the current secret of the server. May be repeated, and run beside anything.
 * @returns how many this call encrypted anew @throws Unavailable
 */
export async function rewrapEventSecrets({ events, secrets }: Pick<Ports, 'events' | 'secrets'>): Promise<number> {
  let rewrapped = 0;
  for (let afterId = ''; ; ) {
    const page = await events.listSealed({ afterId, limit: PAGE });
    for (const { id, sealed } of page) {
      const opened = secrets.open('event-secret', id, sealed);
      if (!opened || opened.isCurrent) continue;
      if (await events.reseal(id, sealed, secrets.seal('event-secret', id, opened.plain))) rewrapped += 1;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return rewrapped;
    afterId = last.id;
  }
}
