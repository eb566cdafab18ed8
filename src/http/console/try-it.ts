// …/try-it: a member runs the real flow against this application and sees each request and each response. The run's
// grant lets its request through while login activation is OFF, and its callback is here. Nothing of it is stored, and
// its tokens are ended before the page that shows them is sent (contract 4; cases N1, N4).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { KNOWN_SCOPES } from '../../core/applications/connections/named-items.ts';
import { mayDo } from '../../core/applications/members/member.ts';
import { readRun, type StartedRun, startRun, TRY_IT, tryItRedirectUri } from '../../core/applications/try-it/run.ts';
import type { TokenAnswer } from '../../core/grants/tokens/token-answer.ts';
import { finishRun } from '../../core/grants/try-it/finish-run.ts';
import { logoPath } from '../../core/ground/logos/logo.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { CODE_CHALLENGE_METHOD } from '../../protocol/pkce.ts';
import { parseScope } from '../../protocol/scope.ts';
import type { ApplicationPage } from '../../views/console/parts/console-page.ts';
import { sectionPath } from '../../views/console/parts/sections.ts';
import { renderTryIt, renderTryItResult, type TryItResult, type TryItStep } from '../../views/console/try-it.tsx';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { languageHrefsAt } from '../browsers/language-switch.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { httpError } from '../errors/http-error.ts';
import { logEvent } from '../log/security-event.ts';
import { type AuthDeps, isHead } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';
import { type Place, reachPlace } from './frame/console-context.ts';
import type { Section } from './frame/console-section.ts';
import { CONSOLE_FORM } from './frame/outcome.ts';

export const tryItSection: Section<'try-it'> = {
  name: 'try-it',
  audit: 'harmless: shows the application',
  actions: {},
  render: async (context, page) => {
    const items = page.application.consentItems.map(({ item }) => item);
    return renderTryIt(context, page, ['openid', ...items].join(' '));
  },
};

export const tryItRoutes = (deps: AuthDeps): Route[] => [
  {
    path: `${sectionPath(':id', 'try-it')}/run`,
    errors: 'page',
    methods: {
      POST: {
        access: 'session',
        body: 'form',
        confirm: 'harmless',
        audit: 'own',
        handle: (request, reply) => start(deps, request, reply),
      },
    },
  },
  {
    path: `${sectionPath(':id', 'try-it')}/callback`,
    errors: 'page',
    methods: {
      GET: { access: 'session', body: 'none', audit: 'own', handle: (request, reply) => finish(deps, request, reply) },
    },
  },
];

const runOf = ({ signedIn, application }: Place) => ({
  sessionId: signedIn.session.id,
  applicationId: application.id,
});

async function start(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const place = await reachPlace(deps, request);
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, CONSOLE_FORM))) {
    formExpired(request);
    throw httpError(403, 'The form could not be verified for this session.', { page: 'form-refused' });
  }
  const { application, caller } = place;
  const entry = application.platforms.find(({ id }) => id === form.get('platform'));
  if (!entry) return reply.redirect(sectionPath(application.id, 'try-it'), 303);
  const scope = (parseScope(form.get('scope')) ?? []).filter((value) => KNOWN_SCOPES.includes(value)).join(' ');
  const { secrets, clock } = deps.ports;
  const run = startRun(secrets, runOf(place), { apiKey: entry.apiKey, scope, now: clock.now() });
  logEvent(request, 'try-it', 'started', { account: caller.accountId, application: application.id });
  return reply.redirect(`/oauth/authorize?${new URLSearchParams(requestOf(deps, place, run))}`, 303);
}

/**
 * Parameters of the run's authorization request. The grant is also the `state`: it contains what the callback needs.
 */
function requestOf({ authUrl }: AuthDeps, { application }: Place, run: StartedRun): [string, string][] {
  return [
    ['client_id', run.apiKey],
    ['redirect_uri', tryItRedirectUri(authUrl, application.id)],
    ['response_type', 'code'],
    ...(run.scope === '' ? [] : [['scope', run.scope] as [string, string]]),
    ['state', run.grant],
    ['nonce', run.nonce],
    ['code_challenge', run.codeChallenge],
    ['code_challenge_method', CODE_CHALLENGE_METHOD],
    [TRY_IT, run.grant],
  ];
}

async function finish(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const place = await reachPlace(deps, request);
  const query = queryOf(request);
  const { secrets, clock } = deps.ports;
  const run = readRun(secrets, runOf(place), { grant: query.get('state'), now: clock.now() });
  // HEAD does not redeem the code, so the result of the run is not known: the response has every header but the length.
  if (isHead(request))
    return reply
      .code(run && entryOf(place, run) ? 200 : 400)
      .type('text/html; charset=utf-8')
      .send();
  const { outcome, steps } = await resultOf(deps, place, run, query);
  const context = await pageContext(deps, request, reply);
  const needsSecret = place.application.clientSecretRequired && run !== undefined && isWebKey(place, run);
  const page = await applicationPage(deps, request, reply, place);
  logEvent(request, 'try-it', outcome, { account: place.caller.accountId, application: place.application.id });
  // The page in another language would be a new answer: the switch leads to where a run begins.
  const html = renderTryItResult(
    { ...context, languageHrefs: languageHrefsAt(sectionPath(place.application.id, 'try-it')) },
    page,
    { outcome, steps, needsSecret },
  );
  return sendPage(reply, html, { status: outcome === 'expired' ? 400 : 200 });
}

async function applicationPage(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { application, role, caller }: Place,
): Promise<ApplicationPage> {
  return {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: undefined,
    sent: undefined,
    made: undefined,
    application,
    logo: logoPath(application),
    role,
    asOperator: caller.role === 'operator' && application.ownerId !== caller.accountId,
    may: { change: mayDo(role, 'change'), own: mayDo(role, 'own') },
  };
}

const entryOf = ({ application }: Place, { apiKey }: StartedRun) =>
  application.platforms.find((entry) => entry.apiKey === apiKey);

const isWebKey = (place: Place, run: StartedRun): boolean => entryOf(place, run)?.platform === 'Web';

async function resultOf(
  deps: AuthDeps,
  place: Place,
  run: StartedRun | undefined,
  query: Parameters,
): Promise<Pick<TryItResult, 'outcome' | 'steps'>> {
  const { application } = place;
  const platform = run && entryOf(place, run);
  if (!run || !platform) return { outcome: 'expired', steps: [] };
  const redirectUri = tryItRedirectUri(deps.authUrl, application.id);
  const before: TryItStep[] = [
    { step: 'request', line: `GET ${deps.authUrl}/oauth/authorize`, parameters: requestOf(deps, place, run) },
    { step: 'callback', line: `GET ${redirectUri}`, parameters: answerOf(query) },
  ];
  const code = query.get('code');
  if (code === undefined) return { outcome: 'failed', steps: before };
  const token: TryItStep = {
    step: 'token',
    line: `POST ${deps.authUrl}/oauth/token`,
    parameters: [
      ['grant_type', 'authorization_code'],
      ['code', code],
      ['redirect_uri', redirectUri],
      ['client_id', run.apiKey],
      ['code_verifier', run.codeVerifier],
    ],
  };
  const finished = await finishRun(deps.ports, { client: { application, platform }, run, code });
  if (finished.kind === 'refused') {
    const { code: error, description } = finished.error;
    const document = { error, error_description: description };
    return { outcome: 'failed', steps: [...before, token, { step: 'error', documents: [{ value: document }] }] };
  }
  const { tokens, claims } = finished;
  return {
    outcome: 'signed-in',
    steps: [
      ...before,
      token,
      { step: 'answer', documents: [{ value: toWire(tokens) }] },
      ...(tokens.idToken === undefined ? [] : [idTokenStep(tokens.idToken)]),
      { step: 'userInfo', line: `GET ${deps.apiUrl}/user-info`, documents: [{ value: claims }] },
    ],
  };
}

/** RFC 6749 5.1. */
const toWire = (tokens: TokenAnswer) => ({
  token_type: 'Bearer',
  access_token: tokens.accessToken,
  expires_in: tokens.expiresIn,
  refresh_token: tokens.refreshToken,
  refresh_token_expires_in: tokens.refreshTokenExpiresIn,
  scope: tokens.scope?.join(' '),
  id_token: tokens.idToken,
});

/** Parameters of the answer to an authorization request, in their order. */
const answerOf = (query: Parameters): [string, string][] =>
  ['error', 'error_description', 'iss', 'state', 'code'].flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [[name, value] as [string, string]];
  });

function idTokenStep(idToken: string): TryItStep {
  const [header, claims] = idToken.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  const read = (text = '{}'): unknown => JSON.parse(text);
  return {
    step: 'idToken',
    documents: [
      { title: 'header', value: read(header) },
      { title: 'claims', value: read(claims?.startsWith('{') ? claims : undefined) },
    ],
  };
}
