// GET /passkeys/challenge: a fresh challenge for the pages' script, which asks again while a page stays open (contract
// 23). It is worth something only in the browser that asked, and nothing is stored.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeChallenge } from '../../core/sign-in/passkeys/challenge.ts';
import { newcomerChallenge } from '../../core/sign-in/passkeys/first-passkey.ts';
import { userHandleOf } from '../../core/sign-in/passkeys/passkey.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { httpError } from '../errors/http-error.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { queryOf } from '../wire/request-parts.ts';
import { CHALLENGE_PATH } from './prompts.ts';

const PURPOSES = ['sign-in', 'confirm', 'add', 'sign-up'] as const;

export const challengeRoute = (deps: AuthDeps): Route => ({
  path: CHALLENGE_PATH,
  errors: 'problem',
  methods: {
    GET: { access: 'public', body: 'none', handle: (request, reply) => sendChallenge(deps, request, reply) },
  },
});

async function sendChallenge(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const purpose = PURPOSES.find((one) => one === queryOf(request).get('for'));
  const browser = browserOf(deps, request);
  const isOffered = deps.ports.rules.passkeyRpId !== undefined;
  if (!isOffered || purpose === undefined) throw httpError(404);
  const isForAnybody = purpose === 'sign-in' || purpose === 'sign-up';
  const signedIn = isForAnybody ? undefined : await browser.signedIn();
  if (!isForAnybody && !signedIn) throw httpError(404);
  const deviceId = browser.device.ensure(reply);
  if (purpose === 'sign-up') {
    const { challenge, accountId } = newcomerChallenge(deps.ports, deviceId);
    return reply.type('application/json').send({ challenge, user: userHandleOf(accountId) });
  }
  const challenge = makeChallenge(deps.ports, { purpose, deviceId, accountId: signedIn?.account.id });
  return reply.type('application/json').send({ challenge });
}
