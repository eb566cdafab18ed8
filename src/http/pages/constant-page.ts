// A page that shows nothing about its reader: in each language it is the same for everybody, so it may be compressed
// (docs/decisions/0036-what-is-compressed.md). Browsers keep it, and ask whether it has changed.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language, PageContext } from '../../views/page/page.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { languageOf, rememberLanguage } from '../browsers/language.ts';
import { languageHrefsAt } from '../browsers/language-switch.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { type SendConstant, sendConstant } from '../wire/constant-body.ts';

/** @param render called once for each language and branding */
export function sendConstantPage(
  deps: AuthDeps,
  path: string,
  render: (context: PageContext) => string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const made = new Map<Language, SendConstant>();
  let branding = '';
  const make = (language: Language): SendConstant => {
    const { brand, assets } = deps;
    const languageHrefs = languageHrefsAt(path);
    return sendConstant({
      text: render({ language, brand, assets, languageHrefs, signedInAs: undefined }),
      type: 'text/html; charset=utf-8',
      cacheControl: 'private, no-cache',
      isTagged: true,
    });
  };
  return async (request, reply) => {
    const { current } = await browserOf(deps, request).accounts();
    const language = languageOf(deps.authUrl, request, current?.account.profile.locale);
    rememberLanguage(deps.authUrl, request, reply);
    const now = [deps.brand.serviceName, deps.brand.accentColor, deps.brand.supportContact].join('\n');
    if (now !== branding) made.clear();
    branding = now;
    const send = made.get(language) ?? make(language);
    made.set(language, send);
    return send(request, reply);
  };
}
