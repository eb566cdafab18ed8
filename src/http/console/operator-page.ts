// A page of operators that shows something and takes forms about it. A form that came from another page, or too late,
// is shown again; acts that need a confirmation first are asked for it in place.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parameters } from '../../protocol/parameters.ts';
import { verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../pages/form-expired.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route, RouteMethod } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { withConfirmationInPlace } from './confirm-in-place.ts';
import { type Again, afterConfirmation, CONSOLE_FORM, refused } from './outcome.ts';
import { type Entered, enterAsOperator } from './place.ts';

/** One request of an operator. */
export type Visit = { deps: AuthDeps; request: FastifyRequest; reply: FastifyReply; entered: Entered };

type Page = {
  path: string;
  /** Of looking at it. */
  audit: NonNullable<RouteMethod['audit']>;
  confirm: NonNullable<RouteMethod['confirm']>;
  /** `outcome`: of the form that is shown again. */
  show(visit: Visit, outcome?: Again): Promise<unknown>;
  /** Carries out a form of this page. */
  handleForm(visit: Visit, form: Parameters): Promise<unknown>;
};

export function operatorPage(deps: AuthDeps, { path, audit, confirm, show, handleForm }: Page): Route {
  const visited =
    (handle: (visit: Visit) => Promise<unknown>): RouteMethod['handle'] =>
    async (request, reply) =>
      handle({ deps, request, reply, entered: await enterAsOperator(deps, request) });
  const takeForm = visited(async (visit) => {
    const form = formOf(visit.request);
    return (await verifyCsrf(deps, visit.request, form, CONSOLE_FORM))
      ? handleForm(visit, form)
      : show(visit, { ...refused(formExpired(visit.request)), status: 403 });
  });
  const showAgain = visited((visit) => show(visit, afterConfirmation(true)));
  return {
    path,
    errors: 'page',
    methods: {
      GET: { access: 'session', body: 'none', audit, handle: visited((visit) => show(visit)) },
      POST: {
        access: 'session',
        body: 'form',
        confirm,
        audit: 'change',
        handle: withConfirmationInPlace(deps, takeForm, showAgain),
      },
    },
  };
}
