// An application can demand that its requests are pushed (RFC 9126 6, contract 42).
import { invalidRequest, type OAuthError } from '../../../protocol/errors.ts';
import type { ApplicationByKey } from '../../applications/applications/application.ts';
import { isFapi } from '../../applications/client-jwts/security-profile.ts';
import type { PushedState } from './check-client.ts';

export function requirePushed(sent: {
  found: ApplicationByKey;
  pushed?: PushedState | undefined;
}): OAuthError | undefined {
  const { application } = sent.found;
  if (sent.pushed || !(application.requirePushedRequests || isFapi(application))) return undefined;
  return invalidRequest(
    'pushed-request-required',
    'This application pushes its requests to the pushed authorization request endpoint (RFC 9126).',
  );
}
