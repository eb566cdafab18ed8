// What the statistics show of failed requests: each group in words of the page's language, a redirect URI compared with
// the most similar registered one, and whether adding it is the cure.
import { ERROR_CATALOGUE } from '../../../core/applications/error-catalogue.ts';
import type { FailedRequests } from '../../../core/applications/failed-requests/failed-request.ts';
import { KEPT_PARAMETER } from '../../../core/applications/failed-requests/kept-value.ts';
import { listFailedRequests } from '../../../core/applications/failed-requests/list-failed-requests.ts';
import { mayRegister } from '../../../core/applications/failed-requests/may-register.ts';
import type { FailedShown } from '../../../views/console/parts/statistics-page.ts';
import { errorTextIn } from '../../../views/messages/error-texts.ts';
import type { Language } from '../../../views/page/page.ts';
import { compareWithAll, otherHost } from '../../flow/compared-uris.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Place } from '../frame/console-context.ts';

const ENTRIES = new Map<string, { title: string; cure: string }>(
  ERROR_CATALOGUE.flatMap(({ entries }) => entries.map((entry) => [entry.code, entry])),
);

/** @returns undefined for a code of an earlier version, which the catalogue no longer has */
export const explained = (code: string, language: Language): { title: string; cure: string } | undefined => {
  const text = errorTextIn(language, code) ?? ENTRIES.get(code);
  return text && { title: text.title, cure: text.cure };
};

export async function failedRequestsOf(
  { ports }: AuthDeps,
  { application }: Place,
  language: Language,
): Promise<FailedShown[]> {
  const registered = application.redirectUris.map(({ redirectUri }) => redirectUri);
  const known = [...registered, ...application.postLogoutRedirectUris];
  const compared = ({ cause, value }: FailedRequests): Pick<FailedShown, 'compared' | 'toAdd'> => {
    if (value === '' || KEPT_PARAMETER[cause] !== 'redirect_uri') return {};
    const isUnknown = cause === 'redirect-uri-unregistered' && mayRegister(application, value, ports.serviceName);
    return {
      compared: compareWithAll(value, registered)[0],
      toAdd: isUnknown ? { otherHost: otherHost(value, known) } : undefined,
    };
  };
  return (await listFailedRequests(ports, application)).map((failed) => ({
    ...failed,
    ...explained(failed.cause, language),
    ...compared(failed),
    parameter: KEPT_PARAMETER[failed.cause],
    platform: application.platforms.find(({ apiKey }) => apiKey === failed.apiKey)?.platform,
  }));
}
