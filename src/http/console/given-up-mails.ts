// GET /console/mails: the mails that were given up, for operators alone (contract 20).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listGivenUp } from '../../core/mail/list-given-up.ts';
import { GIVEN_UP_MAILS, renderGivenUpMails } from '../../views/console/given-up-mails.tsx';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { readAfter } from './application-list.ts';
import { enterAsOperator } from './place.ts';

const PAGE_SIZE = 50;

export const givenUpMailRoutes = (deps: AuthDeps): Route[] => [
  {
    path: GIVEN_UP_MAILS,
    errors: 'page',
    methods: {
      GET: {
        access: 'session',
        body: 'none',
        audit: 'harmless: shows no person',
        handle: (request, reply) => show(deps, request, reply),
      },
    },
  },
];

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  await enterAsOperator(deps, request);
  const after = readAfter(request, /^\d{1,15}\.[0-9a-f]{32}$/);
  const [endedAt, id = ''] = after?.split('.') ?? [];
  const before = endedAt === undefined ? undefined : { endedAt: Number(endedAt), id };
  const { mails, more } = await listGivenUp(deps.ports, { before, limit: PAGE_SIZE });
  const last = mails.at(-1);
  const html = renderGivenUpMails(await pageContext(deps, request, reply), {
    mails,
    later: before !== undefined,
    nextAfter: more && last ? `${last.endedAt}.${last.id}` : undefined,
  });
  return sendPage(reply, html);
}
