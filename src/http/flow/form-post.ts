// Sends an answer to the application as a form that the browser posts (OAuth 2.0 Form Post Response Mode): the same
// fields in the same order as in a redirect, but in no URL, history or log. A line break in `state`, which RFC 6749
// (appendix A.5) does not allow, arrives as CR LF, like every line break in a form.
import type { FastifyReply } from 'fastify';
import { redirectDestination } from '../../protocol/redirect-uri.ts';
import { renderFormPost } from '../../views/pages/form-post.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { languageOf } from '../browsers/language.ts';
import { sendPage } from '../browsers/page-headers.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

type Field = readonly [name: string, value: string | undefined];

/** @param redirectUri http or https; its own query stays in the form's `action` */
export async function postBack(deps: AuthDeps, reply: FastifyReply, redirectUri: string, parameters: readonly Field[]) {
  const { request } = reply;
  const signedIn = await browserOf(deps, request).signedIn();
  const context = {
    language: languageOf(deps.authUrl, request, signedIn?.account.profile.locale),
    brand: deps.brand,
    assets: deps.assets,
    // No language links: the page in another language would be a new answer.
    languageHrefs: undefined,
    signedInAs: undefined,
  };
  const html = renderFormPost(context, {
    action: redirectUri,
    fields: parameters.filter((field): field is readonly [string, string] => field[1] !== undefined),
    destination: redirectDestination(redirectUri),
  });
  return sendPage(reply, html, { leadsToApplication: true });
}
