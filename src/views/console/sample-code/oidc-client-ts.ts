// oidc-client-ts: a page without a server of its own.
import { markupText, quoted } from './quote.ts';
import type { Sample, SampleValues } from './sample.ts';

export const oidcClientTsSample = (values: SampleValues): Sample => ({
  id: 'oidc-client-ts',
  title: 'oidc-client-ts',
  commands: 'npm install oidc-client-ts',
  files: [
    { name: 'index.html', text: page(values) },
    { name: 'app.js', text: script(values) },
  ],
  tested: true,
  ...(values.secret !== undefined && { secretIsPublic: true }),
});

const page = ({ name, authUrl }: SampleValues): string => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>${markupText(name)}</title>
  <!-- With a bundler, leave the import map out. -->
  <script type="importmap">
    {
      "imports": {
        "oidc-client-ts": "/node_modules/oidc-client-ts/dist/esm/oidc-client-ts.js",
        "jwt-decode": "/node_modules/jwt-decode/build/esm/index.js"
      }
    }
  </script>
  <script type="module" src="/app.js"></script>
  <p id="status">One moment …</p>
  <input type="image" id="sign-in" alt="Sign in" src="${markupText(authUrl)}/button.svg">
  <button id="sign-out">Sign out</button>
</html>
`;

const script = (values: SampleValues): string => {
  const { postLogoutRedirectUri } = values;
  const afterwards =
    postLogoutRedirectUri === undefined ? '' : `\n  post_logout_redirect_uri: ${quoted(postLogoutRedirectUri)},`;
  return `import { UserManager } from 'oidc-client-ts';

// Let your web server answer with index.html at the redirect URI too.
const manager = new UserManager({
  authority: ${quoted(values.authUrl)},
  client_id: ${quoted(values.apiKey)},
  redirect_uri: ${quoted(values.redirectUri)},${afterwards}
  scope: ${quoted(values.scope)},
  loadUserInfo: true,
  automaticSilentRenew: true,
  // Signing out also ends the tokens that this page holds.
  revokeTokensOnSignout: true,
});

const status = document.querySelector('#status');
const show = (user) => {
  status.textContent = user ? \`Hello \${user.profile.nickname ?? user.profile.sub}\` : 'Nobody is signed in';
};
const told = (error) => {
  status.textContent = error.error === 'access_denied' ? 'You did not sign in' : \`That did not work: \${error.message}\`;
};
const press = (id, action) => document.querySelector(id).addEventListener('click', () => action().catch(told));

press('#sign-in', () => manager.signinRedirect());
press('#sign-out', () => manager.signoutRedirect());

try {
  const query = new URLSearchParams(location.search);
  if (query.has('state')) {
    if (query.has('code') || query.has('error')) await manager.signinCallback();
    else await manager.signoutCallback();
    // The code has done its work; a reload must not send it again.
    history.replaceState(undefined, '', location.pathname);
  }
  show(await manager.getUser());
} catch (error) {
  history.replaceState(undefined, '', location.pathname);
  told(error);
}
`;
};
