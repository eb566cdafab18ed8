// Well-known URLs for password managers and browsers: where passkeys are added and kept (Passkey Endpoints), and where
// the password is changed (A Well-Known URL for Changing Passwords).
import { accountPath } from '../../views/page/account-pages.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { sendConstant } from '../wire/constant-body.ts';
import { PASSKEYS_PATH } from './prompts.ts';

export function wellKnownRoutes({ authUrl, ports }: AuthDeps): Route[] {
  const changePassword: Route = {
    path: '/.well-known/change-password',
    errors: 'page',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        audit: 'own',
        handle: (_, reply) => reply.redirect(accountPath('security'), 302),
      },
    },
  };
  const page = `${authUrl}${PASSKEYS_PATH}`;
  const endpoints: Route = {
    path: '/.well-known/passkey-endpoints',
    errors: 'negotiated',
    cors: 'any',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: sendConstant({
          text: JSON.stringify({ enroll: page, manage: page }),
          type: 'application/json; charset=utf-8',
          cacheControl: 'public, max-age=300',
        }),
      },
    },
  };
  return [...(ports.rules.passkeyRpId === undefined ? [] : [endpoints]), changePassword];
}
