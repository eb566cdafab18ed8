// Secrets that a form creates and a page shows once: a client secret, an API token, the link of an invitation. The form
// is answered with 303 like every other, so that a reload sends nothing again, and the page it leads to shows the
// secret. Until then it waits in the database for a few minutes, encrypted with the server's secret, for this session
// only. Showing removes it.

import { newId } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';

type Deps = Pick<Ports, 'shownOnce' | 'secrets' | 'clock'>;

/** Where a secret waits: `page` is the path that shows it. */
export type ShownOncePlace = { sessionId: string; page: string; id: string };

/** Browsers follow the redirect at once. The time is for a browser that was sent to the background. */
const TTL_MS = 5 * 60 * 1000;

const labelOf = ({ sessionId, page, id }: ShownOncePlace) => `${sessionId} ${page} ${id}`;

/** For a form that creates something new each time it is sent. */
export const newPlace = ({ clock }: Pick<Ports, 'clock'>, at: Omit<ShownOncePlace, 'id'>): ShownOncePlace => ({
  ...at,
  id: newId(clock),
});

/** The same place each time one form is sent, so that the second sending finds what the first one created. */
export const placeOfForm = (
  { secrets }: Pick<Ports, 'secrets'>,
  at: Omit<ShownOncePlace, 'id'>,
  form: string,
): ShownOncePlace => ({
  ...at,
  id: secrets.mac('shown-once', at.sessionId, at.page, form).toString('hex', 0, 16),
});

export async function storeSecret({ shownOnce, secrets, clock }: Deps, place: ShownOncePlace, secret: string) {
  const { id, sessionId } = place;
  const sealed = secrets.seal('shown-once', labelOf(place), Buffer.from(secret));
  await shownOnce.insert({ id, sessionId, sealed, expiresAt: clock.now() + TTL_MS });
}

/** Whether a secret still waits there. */
export const isSecretWaiting = ({ shownOnce, clock }: Deps, place: ShownOncePlace): Promise<boolean> =>
  shownOnce.exists(place, clock.now());

/** Undefined: the secret was shown already, waited too long, or was created in another session. */
export async function showOnce(deps: Deps, place: ShownOncePlace): Promise<string | undefined> {
  const sealed = await deps.shownOnce.take(place, deps.clock.now());
  return sealed && deps.secrets.open('shown-once', labelOf(place), sealed)?.plain.toString();
}
