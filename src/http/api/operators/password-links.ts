// POST /accounts/{id}/password-links (contract 29): mails a link to set a password, or shows it to operators once.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mayDoAct } from '../../../core/ground/acts/account-acts.ts';
import { sendReset } from '../../../core/operating/operators/act-on-account.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { oneTimeLinkUrl } from '../../../core/people/one-time-links/issue-one-time-link.ts';
import { timeText } from '../../../json/time.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError, tooManyRequests } from '../../errors/http-error.ts';
import { actsAs, reach, requireMayAnyOf } from '../frame/account-reach.ts';

const AN_HOUR = 3600;
const NO_RESET =
  'The account is disabled, or its address is unverified and it is support’s, an operator’s, or owns an application.';

export async function issueLink(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const account = await reach(ports, request);
  await requireMayAnyOf(ports, request, ['send-reset'], account);
  const shows = mayDoAct('show-reset', actsAs(request));
  const sent = await sendReset(ports, { account, caller: callerOf(request), shows });
  switch (sent.kind) {
    case 'mailed':
      return reply.send({ mailed: true });
    case 'limited':
      throw tooManyRequests(AN_HOUR);
    case 'not-shown':
      throw httpError(409, 'This server sends no mail, and shows links to operators only.', { code: 'link-not-shown' });
    case 'no-reset':
      throw httpError(409, NO_RESET, { code: 'no-reset' });
    case 'link': {
      const { token, expiresAt } = sent.link;
      const link = oneTimeLinkUrl(ports.issuer, 'password', token);
      return reply
        .header('cache-control', 'no-store')
        .send({ mailed: false, password_link: link, expires_at: timeText(expiresAt) });
    }
  }
}
