// Whether a redirect URI that was refused could be registered: whether adding is the cure. The rules are applied again
// when somebody adds it.
import type { Application } from '../applications/application.ts';
import { redirectUriList } from '../applications/change-parts.ts';
import { checkApplication } from '../applications/check-application.ts';

/** @param uri as `keptValue` has it: one that was sent with a query or fragment is not whole */
export function mayRegister(stored: Application, uri: string, serviceName: string): boolean {
  if (/[?#]$/.test(uri)) return false;
  const { draft, toSentPath = (path) => path } = redirectUriList.add(stored, { draft: uri, faults: [] });
  return !checkApplication(draft, { serviceName, stored }).faults.some(
    ({ path }) => path[0] === 'redirect_uris' && toSentPath(path) !== undefined,
  );
}
