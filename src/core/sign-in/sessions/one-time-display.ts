// Secrets that a form creates and a page shows once: a client secret, an API token, the link of an invitation. The form
// is answered with 303 like every other, so that a reload sends nothing again, and the page it leads to shows the
// secret. Until then it waits in the database for a few minutes, encrypted with the server's secret, for this session
// only. Showing removes it.

import { newId } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';

type Deps = Pick<Ports, 'oneTimeDisplays' | 'secrets' | 'clock'>;

/** Where a secret waits: `page` is the path that shows it. */
export type OneTimeDisplayPlace = { sessionId: string; page: string; id: string };

/** Browsers follow the redirect at once. The time is for a browser that was sent to the background. */
const TTL_MS = 5 * 60 * 1000;

const labelOf = ({ sessionId, page, id }: OneTimeDisplayPlace) => `${sessionId} ${page} ${id}`;

/** For a form that creates something new each time it is sent. */
export const newPlace = (
  { clock }: Pick<Ports, 'clock'>,
  at: Omit<OneTimeDisplayPlace, 'id'>,
): OneTimeDisplayPlace => ({
  ...at,
  id: newId(clock),
});

/** The same place each time one form is sent, so that the second sending finds what the first one created. */
export const placeOfForm = (
  { secrets }: Pick<Ports, 'secrets'>,
  at: Omit<OneTimeDisplayPlace, 'id'>,
  form: string,
): OneTimeDisplayPlace => ({
  ...at,
  id: secrets.mac('shown-once', at.sessionId, at.page, form).toString('hex', 0, 16),
});

export async function storeSecret(
  { oneTimeDisplays, secrets, clock }: Deps,
  place: OneTimeDisplayPlace,
  secret: string,
) {
  const { id, sessionId } = place;
  const sealed = secrets.seal('shown-once', labelOf(place), Buffer.from(secret));
  await oneTimeDisplays.insert({ id, sessionId, sealed, expiresAt: clock.now() + TTL_MS });
}

/** Whether a secret still waits there. */
export const isSecretWaiting = ({ oneTimeDisplays, clock }: Deps, place: OneTimeDisplayPlace): Promise<boolean> =>
  oneTimeDisplays.exists(place, clock.now());

/** Undefined: the secret was shown already, waited too long, or was created in another session. */
export async function showOnce(deps: Deps, place: OneTimeDisplayPlace): Promise<string | undefined> {
  const sealed = await deps.oneTimeDisplays.take(place, deps.clock.now());
  return sealed && deps.secrets.open('shown-once', labelOf(place), sealed)?.plain.toString();
}
