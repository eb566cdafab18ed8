// Auth.js (Next.js) and Passport (Express): the minimum that their documentation asks for. No test runs these samples.
import { parseUrl } from '../../page/safe-text.ts';
import { quoted } from './quote.ts';
import type { Sample, SampleValues } from './sample.ts';

const AUTH_JS_CALLBACK = '/api/auth/callback/latchkey';

export const authJsSample = (values: SampleValues): Sample => ({
  id: 'auth-js',
  title: 'Auth.js (Next.js)',
  commands: 'npm install next-auth@beta\nnpx auth secret',
  files: [
    { name: 'auth.ts', text: authJs(values) },
    {
      name: 'app/api/auth/[...nextauth]/route.ts',
      text: 'import { handlers } from "@/auth"\n\nexport const { GET, POST } = handlers\n',
    },
  ],
  tested: false,
  ownRedirectUri: originOf(values.redirectUri) + AUTH_JS_CALLBACK,
});

const originOf = (uri: string): string => parseUrl(uri)?.origin ?? '';

const authJs = (values: SampleValues): string => {
  const { secret } = values;
  const proof =
    secret === undefined ? 'client: { token_endpoint_auth_method: "none" },' : `clientSecret: ${quoted(secret)},`;
  return `import NextAuth from "next-auth"

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: "latchkey",
      name: "Latchkey",
      type: "oidc",
      issuer: ${quoted(values.authUrl)},
      clientId: ${quoted(values.apiKey)},
      ${proof}
      authorization: { params: { scope: ${quoted(values.scope)} } },
      checks: ["pkce", "state", "nonce"],
      profile: (claims) => ({ id: claims.sub, name: claims.nickname, email: claims.email, image: claims.picture }),
    },
  ],
})
`;
};

export const passportSample = (values: SampleValues): Sample => ({
  id: 'passport',
  title: 'Passport (Express)',
  commands:
    'npm install express express-session passport openid-client\nSESSION_SECRET=$(openssl rand -hex 32) node server.mjs',
  files: [{ name: 'server.mjs', text: passport(values) }],
  tested: false,
});

const passport = (values: SampleValues): string => {
  const { secret } = values;
  const proof = secret === undefined ? 'undefined, oidc.None()' : `${quoted(secret)}, undefined`;
  return `import express from 'express';
import session from 'express-session';
import * as oidc from 'openid-client';
import { Strategy } from 'openid-client/passport';
import passport from 'passport';

const LATCHKEY = ${quoted(values.authUrl)};
const REDIRECT_URI = ${quoted(values.redirectUri)};
const execute = LATCHKEY.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
const config = await oidc.discovery(new URL(LATCHKEY), ${quoted(values.apiKey)}, ${proof}, { execute });

const options = { name: 'latchkey', config, scope: ${quoted(values.scope)}, callbackURL: REDIRECT_URI };
passport.use(new Strategy(options, (tokens, verified) => verified(null, tokens.claims())));
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

const app = express();
app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false }));
app.use(passport.authenticate('session'));
app.get('/sign-in', passport.authenticate('latchkey'));
app.get(new URL(REDIRECT_URI).pathname, passport.authenticate('latchkey', { successRedirect: '/me' }));
app.get('/me', (request, response) => response.json(request.user ?? null));
app.listen(new URL(REDIRECT_URI).port || 3000);
`;
};
