// Why sign-ins to an application fail, for its team. The caller has reached the application.
import type { Application } from '../applications/application.ts';
import type { Ports } from '../ports.ts';
import { FAILED_KEPT_MS, type FailedRequests, MAX_SHOWN } from './failed-request.ts';

/** The groups of the last days, the newest first, without any redirect URI that was registered since. */
export async function listFailedRequests(
  { failedRequests, clock }: Pick<Ports, 'failedRequests' | 'clock'>,
  { id, redirectUris }: Application,
): Promise<FailedRequests[]> {
  const since = clock.now() - FAILED_KEPT_MS;
  const failed = await failedRequests.list({ applicationId: id, since, max: MAX_SHOWN });
  return failed.filter(
    ({ cause, value }) =>
      cause !== 'redirect-uri-unregistered' || redirectUris.every(({ redirectUri }) => redirectUri !== value),
  );
}
