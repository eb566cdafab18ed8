// GET /console, of operators: the state of the server (contract 29). The check runs beside, for whoever looks next: it
// takes seconds. What it found can name people and stands on its own page, where looks are recorded; here is how many.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readServerState } from '../../../core/operating/operators/server-state.ts';
import { renderServerState } from '../../../views/console/watch/server-state.tsx';
import { readConsoleNotice } from '../../browsers/console-notice.ts';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { type AuthDeps, isHead } from '../../routes/auth-deps.ts';

/** An older report is shown with its time while another one is made. */
const CHECK_AGAIN_MS = 60 * 60 * 1000;

export async function showServerState(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { ports, build, doctor } = deps;
  const state = await readServerState(ports, build);
  const report = doctor.latest();
  const age = report?.kind === 'examined' ? ports.clock.now() - report.at : CHECK_AGAIN_MS;
  // It never rejects.
  if (age >= CHECK_AGAIN_MS && !isHead(request)) void doctor();
  const props = { ...state, version: build.version, report, notice: readConsoleNotice(request) };
  return sendPage(reply, renderServerState(await pageContext(deps, request, reply), props));
}
