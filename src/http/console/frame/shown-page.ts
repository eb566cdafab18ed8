// A page of the console that only shows, to those who work for the service.
import type { FastifyRequest } from 'fastify';
import type { PageContext } from '../../../views/page/page.ts';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Audit, Route } from '../../routes/route.ts';
import { type ConsoleContext, enterAsOperator } from './console-context.ts';

export type ShownPage = {
  path: string;
  /** `look`: `show` records it, before anything is shown. */
  audit: Exclude<Audit, 'change' | 'own'>;
  /** Who may look; absent: operators. @throws 403 */
  enter?: typeof enterAsOperator;
  show(deps: AuthDeps, request: FastifyRequest, entered: ConsoleContext): Promise<(context: PageContext) => string>;
};

export const shownPage = (deps: AuthDeps, { path, audit, enter = enterAsOperator, show }: ShownPage): Route => ({
  path,
  errors: 'page',
  methods: {
    GET: {
      ...{ access: 'session', body: 'none', audit },
      async handle(request, reply) {
        const render = await show(deps, request, await enter(deps, request));
        return sendPage(reply, render(await pageContext(deps, request, reply)));
      },
    },
  },
});
