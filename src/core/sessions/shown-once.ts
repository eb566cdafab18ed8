// What is made in a form and shown once: a client secret, an API token, the link of an invitation. The form is answered
// with 303 like every other, so that a reload sends nothing again, and the page it leads to shows the secret. Until
// then it waits in the database, encrypted with the server's secret, for a few minutes and for this session only.
// Showing spends it.
import type { Ports } from '../ports.ts';
import { newId } from '../secrets.ts';

type Deps = Pick<Ports, 'shownOnce' | 'secrets' | 'clock'>;

/** Where it waits: `page` is the path that shows it. */
export type ShownOncePlace = { sessionId: string; page: string; id: string };

/** The browser follows the redirect at once; this is for one that was sent to the background meanwhile. */
const WAITS_MS = 5 * 60 * 1000;

const labelOf = ({ sessionId, page, id }: ShownOncePlace) => `${sessionId} ${page} ${id}`;

/** For a form whose every sending makes something new. */
export const newPlace = (at: Omit<ShownOncePlace, 'id'>): ShownOncePlace => ({ ...at, id: newId() });

/** The same for every sending of one form: what the first one made is found by the second. */
export const placeOfForm = (
  { secrets }: Pick<Ports, 'secrets'>,
  at: Omit<ShownOncePlace, 'id'>,
  form: string,
): ShownOncePlace => ({
  ...at,
  id: secrets.mac('shown-once', at.sessionId, at.page, form).toString('hex', 0, 16),
});

export async function keepToShow({ shownOnce, secrets, clock }: Deps, place: ShownOncePlace, secret: string) {
  const { id, sessionId } = place;
  const sealed = secrets.seal('shown-once', labelOf(place), Buffer.from(secret));
  await shownOnce.insert({ id, sessionId, sealed, expiresAt: clock.now() + WAITS_MS });
}

/** Whether something still waits there. */
export const isToBeShown = ({ shownOnce, clock }: Deps, place: ShownOncePlace): Promise<boolean> =>
  shownOnce.exists(place, clock.now());

/** Undefined: it was shown, waited too long, or was made in another session. */
export async function showOnce(deps: Deps, place: ShownOncePlace): Promise<string | undefined> {
  const sealed = await deps.shownOnce.take(place, deps.clock.now());
  return sealed && deps.secrets.open('shown-once', labelOf(place), sealed)?.plain.toString();
}
