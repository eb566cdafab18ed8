// A page with one form, as those have to which a mail leads: GET shows and changes nothing, POST carries the form out
// once its CSRF token was verified (contract 9). A form that was refused comes back with its page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Access, Audit, Route, RouteMethod } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { verifyCsrf } from './csrf.ts';
import { formExpired } from './form-expired.ts';
import { getSignedIn } from './session-guard.ts';
import type { Shown } from './shown-again.ts';

type Handle = RouteMethod['handle'];
type HandleOpened<Opened> = (request: FastifyRequest, reply: FastifyReply, opened: Opened) => unknown;

export type FormPage<Opened> = {
  path: string;
  access?: Extract<Access, 'public' | 'session'>;
  /** Purpose of its CSRF token; a function: of one about this and nothing else. */
  form: string | ((opened: Opened) => string);
  confirm: NonNullable<RouteMethod['confirm']>;
  audit?: Extract<Audit, 'own' | 'change'>;
  /** Finds what the page is about, and answers or throws where there is nothing. */
  opening(handle: HandleOpened<Opened>): Handle;
  /** Around POST, outside of everything else. */
  around?(handle: Handle): Handle;
  /** By GET; absent: `show`. */
  enter?: HandleOpened<Opened>;
  show(request: FastifyRequest, reply: FastifyReply, opened: Opened, shown: Shown): Promise<unknown>;
  submit: HandleOpened<Opened>;
};

export function formPage<Opened>(deps: AuthDeps, page: FormPage<Opened>): Route {
  const { path, access = 'public', form, confirm, audit = 'own', around = (handle) => handle } = page;
  const enter: HandleOpened<Opened> = page.enter ?? ((request, reply, opened) => page.show(request, reply, opened, {}));
  const post: HandleOpened<Opened> = async (request, reply, opened) =>
    (await verifyCsrf(deps, request, formOf(request), typeof form === 'string' ? form : form(opened)))
      ? page.submit(request, reply, opened)
      : page.show(request, reply, opened, notOfThisPage(request));
  return {
    path,
    errors: 'page',
    methods: {
      GET: { access, body: 'none', ...(access === 'session' && { audit }), handle: page.opening(enter) },
      POST: { access, body: 'form', confirm, audit, handle: around(page.opening(post)) },
    },
  };
}

/** `opening` by the link that the page was opened with, or whatever the request names. */
export const byLink =
  <Opened>(open: (request: FastifyRequest, reply: FastifyReply) => Promise<Opened>) =>
  (handle: HandleOpened<Opened>): Handle =>
  async (request, reply) =>
    handle(request, reply, await open(request, reply));

/** `opening` for whoever is signed in. */
export const bySession = (deps: AuthDeps) => byLink((request) => getSignedIn(deps, request));

/** The form failed its CSRF check, or is of somebody who is not signed in any more. */
export const notOfThisPage = (request: FastifyRequest): Shown => ({ status: 403, faults: formExpired(request) });
