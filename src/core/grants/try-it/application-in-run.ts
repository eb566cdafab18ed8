// The application as a run of "Try it" sees it. A run differs from an ordinary sign-in in what is written here and in
// nothing else: every rule of the flow reads the application and applies unchanged.
import type { Application } from '../../applications/applications/application.ts';
import { tryItRedirectUri } from '../../applications/try-it/run.ts';

/**
 * Login activation is ON, the audience is everyone (`isTryIt` knows who may start a run), requests need not be pushed,
 * the console's callback is the only redirect URI, and the application hears nothing of the end of the session, because
 * it got no token. It asks for no scope of an API, because it shows user information. For requests that `isTryIt`
 * recognises, and for finishing such a run; never stored.
 */
export const applicationInRun = (issuer: string, application: Application): Application => ({
  ...application,
  loginActivation: true,
  audience: 'everyone',
  requirePushedRequests: false,
  securityProfile: undefined,
  redirectUris: [
    { id: 'try-it', redirectUri: tryItRedirectUri(issuer, application.id), createdAt: application.createdAt },
  ],
  backchannelLogoutUri: undefined,
  apiScopes: [],
});
