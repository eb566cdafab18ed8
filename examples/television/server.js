// A television: a program whose only screen is the page it serves, and whose only button is the one on that page. It
// shows a code, which the person types on their phone, and waits (RFC 8628).
import { createServer } from 'node:http';
import * as oidc from 'openid-client';
import { screen } from './screen.js';

const { AUTH_URL = 'http://localhost:4000', CLIENT_ID, PORT = '4003' } = process.env;
const SCOPE = 'openid profile';

if (!CLIENT_ID) {
  console.error(
    'CLIENT_ID is missing: the API key of an application with the device grant and without client secrets.',
  );
  process.exit(1);
}

const execute = AUTH_URL.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
const config = await oidc.discovery(new URL(AUTH_URL), CLIENT_ID, undefined, oidc.None(), { execute });

/** What is on the screen: `off`, `waiting` for somebody to type the code, `on` with their name, or `over`. */
let shown = { kind: 'off' };
/** A real television keeps it where only the program can read it. */
let refreshToken;

/** Asks for a code and waits for what becomes of it. A code that was replaced meanwhile changes nothing any more. */
async function signIn() {
  const codes = await oidc.initiateDeviceAuthorization(config, { scope: SCOPE });
  const waiting = {
    kind: 'waiting',
    code: codes.user_code,
    address: codes.verification_uri,
    qr: codes.verification_uri_complete,
  };
  shown = waiting;
  waitFor(codes).then(
    (next) => {
      if (shown === waiting) shown = next;
    },
    (error) => console.error(error),
  );
}

async function waitFor(codes) {
  try {
    const tokens = await oidc.pollDeviceAuthorizationGrant(config, codes);
    refreshToken = tokens.refresh_token;
    const user = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
    return { kind: 'on', name: user.nickname ?? user.name ?? 'you' };
  } catch (error) {
    // The person selected Cancel, or nobody came. Another code is for whoever presses the button.
    if (error.error === 'access_denied' || error.error === 'expired_token') return { kind: 'over', why: error.error };
    throw error;
  }
}

async function signOut() {
  if (refreshToken) await oidc.tokenRevocation(config, refreshToken);
  refreshToken = undefined;
  shown = { kind: 'off' };
}

const BUTTONS = { '/sign-in': signIn, '/sign-out': signOut };

createServer(async (request, response) => {
  const press = request.method === 'POST' ? BUTTONS[request.url] : undefined;
  // A page of another site must not press the buttons.
  if (press && request.headers.origin === `http://${request.headers.host}`) {
    await press().catch((error) => {
      console.error(error);
      shown = { kind: 'over', why: 'trouble' };
    });
    response.writeHead(303, { location: '/' }).end();
    return;
  }
  const { html, headers } = screen(shown);
  response.writeHead(request.url === '/' ? 200 : 404, headers).end(html);
}).listen(Number(PORT), 'localhost', () => console.log(`The television is at http://localhost:${PORT}`));
