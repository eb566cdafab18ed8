// GET /console/messages: the messages that were given up, for operators alone (contract 20, 29).
import type { FastifyRequest } from 'fastify';
import { GIVEN_UP_KINDS } from '../../core/operating/given-up/given-up-store.ts';
import { listGivenUp } from '../../core/operating/given-up/list-given-up.ts';
import { TROUBLE_LASTS_MS } from '../../core/server/mail/judge-refusal.ts';
import { readDelivered } from '../../core/sign-in/sessions/form-delivery.ts';
import { GIVEN_UP_MESSAGES, renderGivenUpMessages } from '../../views/console/given-up-messages.tsx';
import type { PageContext } from '../../views/page/page.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { queryOf } from '../wire/request-parts.ts';
import { readAfter } from './frame/read-after.ts';
import { shownPage } from './frame/shown-page.ts';

const PAGE_SIZE = 20;

export const givenUpMessageRoutes = (deps: AuthDeps): Route[] => [
  shownPage(deps, { path: GIVEN_UP_MESSAGES, audit: 'harmless: shows no person', show }),
];

async function show(deps: AuthDeps, request: FastifyRequest) {
  const asked = queryOf(request).get('kind');
  const kind = GIVEN_UP_KINDS.find((one) => one === asked);
  const cursor = readAfter(request, /^\d{1,15}\.[0-9a-f]{32}$/);
  const [endedAt, id = ''] = cursor?.split('.') ?? [];
  const after = endedAt === undefined ? undefined : { endedAt: Number(endedAt), id };
  const { messages, more } = await listGivenUp(deps.ports, { kind, after, limit: PAGE_SIZE });
  const [trouble] = await deps.ports.mails.listTroubles(deps.ports.clock.now() - TROUBLE_LASTS_MS);
  const last = messages.at(-1);
  const props = {
    given: messages.map((message) => ({
      ...message,
      lastTry: message.kind === 'mail' ? undefined : readDelivered(message.failure),
    })),
    kind,
    trouble,
    later: after !== undefined,
    nextAfter: more && last ? `${last.endedAt}.${last.id}` : undefined,
  };
  return (context: PageContext) => renderGivenUpMessages(context, props);
}
