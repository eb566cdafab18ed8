// The language switch. A page that answers GET links to itself in each language. A page that answers a form posts what
// was typed to the same path again, with a token of its own purpose: the form's handler then shows its page as after a
// refusal, and acts on nothing (contract 4, "Pages").
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../../core/ground/fault.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { LANGUAGES, type Language, type LanguageForm, type LanguageHrefs } from '../../views/page/page.ts';
import { routeFacts } from '../routes/declared-routes.ts';
import { formOf, pathOf, rawQuery } from '../wire/request-parts.ts';
import { type BrowserDeps, browserOf } from './browser-session.ts';
import { csrfToken, isLanguageSwitch, isOfThisSession, LANGUAGE_FORM } from './csrf.ts';
import { LANGUAGE_FIELD } from './language.ts';

export const FAULTS_FIELD = 'shown_faults';

/** Secrets never come back in a page, and each page has its own tokens. */
const NEVER_KEPT = /^(?:csrf|shown_to|code|ui_locales|shown_faults|passkey|passkey_user)$|password|secret|token/;

/** The page of this request in each language: the same path, and the rest of the query as it was sent. */
export const languageHrefs = (request: FastifyRequest): LanguageHrefs => hrefsAt(pathOf(request), rawQuery(request));

/**
 * Where an error page switches to. The response to a form leads to the page that has the form: repeating a form that
 * failed could fail in another way. An endpoint of the protocol takes the same parameters by GET and POST.
 */
export function languageHrefsOfError(request: FastifyRequest): LanguageHrefs {
  if (request.method === 'GET' || request.method === 'HEAD') return languageHrefs(request);
  const isProtocol = routeFacts(request)?.route.startsWith('/oauth/') === true;
  return hrefsAt(nearestPage(request), isProtocol ? formOf(request).toString() : rawQuery(request));
}

/** @param path of the page that the switch leads to */
export const languageHrefsAt = (path: string): LanguageHrefs => hrefsAt(path, '');

function hrefsAt(path: string, query: string): LanguageHrefs {
  const others = query.split('&').filter((pair) => pair !== '' && !/^ui_locales(?:=|$)/.test(pair));
  const href = (language: Language) => `${path}?${[...others, `${LANGUAGE_FIELD}=${language}`].join('&')}`;
  return Object.fromEntries(LANGUAGES.map((language) => [language, href(language)])) as LanguageHrefs;
}

/** The request's path, or the closest one above it, that answers GET: `/account` for `/account/profile`. */
function nearestPage(request: FastifyRequest): string {
  const route = (routeFacts(request)?.route ?? '/').split('/');
  const path = pathOf(request).split('/');
  for (let length = route.length; length > 1; length -= 1) {
    const url = route.slice(0, length).join('/');
    if (request.server.hasRoute({ method: 'GET', url })) return path.slice(0, length).join('/');
  }
  return '/';
}

/** What the switch of a page that answers a form sends; undefined: the page answers GET, and links are enough. */
export async function languageForm(
  deps: BrowserDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<LanguageForm | undefined> {
  if (request.method !== 'POST') return undefined;
  // What another person typed, before the account was changed in another tab, never comes back (case K4).
  const isTheirs = isOfThisSession(request) || (await browserOf(deps, request).signedIn()) === undefined;
  return {
    csrf: await csrfToken(deps, request, reply, LANGUAGE_FORM),
    kept: isTheirs
      ? formOf(request)
          .entries()
          .filter(([name]) => !NEVER_KEPT.test(name))
      : [],
    faultsField: FAULTS_FIELD,
  };
}

/** The faults that the page showed before its language was switched; undefined: the form is no language switch. */
export function faultsBeforeSwitch(request: FastifyRequest): Fault[] | undefined {
  return isLanguageSwitch(request) ? readFaults(formOf(request)) : undefined;
}

function readFaults(form: Parameters): Fault[] {
  try {
    const shown: unknown = JSON.parse(form.get(FAULTS_FIELD) ?? '[]');
    return Array.isArray(shown) ? shown.filter(isShownFault).map((fault) => ({ ...fault, detail: '' })) : [];
  } catch {
    return [];
  }
}

const isShownFault = (value: unknown): value is Omit<Fault, 'detail'> => {
  const { path, code, values = {} } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isText = (one: unknown) => typeof one === 'string' || typeof one === 'number';
  const areTexts = typeof values === 'object' && values !== null && Object.values(values).every(isText);
  return Array.isArray(path) && path.every(isText) && typeof code === 'string' && areTexts;
};
