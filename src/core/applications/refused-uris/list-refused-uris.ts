// The refused post-logout redirect URIs of an application, for its team. The caller has reached the application.
import type { Application } from '../applications/application.ts';
import type { Ports } from '../ports.ts';
import { REFUSED_URI_KEPT_MS, type RefusedUri } from './refused-uri.ts';

/** Those of the last days, the newest first, without any that was registered since. */
export async function listRefusedUris(
  { refusedUris, clock }: Pick<Ports, 'refusedUris' | 'clock'>,
  { id, postLogoutRedirectUris }: Application,
): Promise<RefusedUri[]> {
  const refused = await refusedUris.list({ applicationId: id, since: clock.now() - REFUSED_URI_KEPT_MS });
  return refused.filter(({ uri }) => !postLogoutRedirectUris.includes(uri));
}
