// Sign-out that an application asks for (OpenID Connect RP-Initiated Logout; contract 7 "Logout").
import fc from 'fast-check';
import { browser, choice } from './arbitraries.ts';
import { signOutOf } from './authorization.ts';
import { endSession, isSure, leaveBrowser, signedIn, use } from './people.ts';
import { type Real, SIGNED_OUT_URI, SITE } from './real.ts';
import { at, type Model, pick } from './state.ts';
import { commands } from './step.ts';

type LoggingOut = { browser: number; hint: number | undefined; confirm: boolean };

export const logOut = commands<LoggingOut>(
  fc.record({ browser, hint: fc.option(choice, { nil: undefined, freq: 5 }), confirm: fc.boolean() }),
  {
    name: 'logout by application',
    possible: (model, given) => isSure(model, at(model.browsers, given.browser)) && model.idTokens.length > 0,
    take: takeLogout,
  },
);

/**
 * A hint for somebody signed in here signs that account out at once; anything else asks, and then signs everybody out.
 */
async function takeLogout(model: Model, real: Real, given: LoggingOut) {
  const own = at(model.browsers, given.browser);
  use(model, own);
  const { position, key, account, query } = requestOf(model, real, given);
  const browserHere = at(real.browsers, given.browser);
  const home = `${real.server.authUrl}/oauth/logout?`;
  const signedOut = `${real.server.authUrl}/signed-out`;
  const back = `${SIGNED_OUT_URI}?state=s`;
  const page = await browserHere.open(home + query, { stopAt: SITE });
  const rests = [page.url.href.replace(query, ''), page.status];
  const faulty = key.gone || at(model.applications, key.application).removed;
  const { all } = signedIn(model, own);
  const hinted = position !== undefined && !faulty ? all.find((one) => one.account === account) : undefined;
  if (hinted) {
    endSession(model, hinted);
    leaveBrowser(model, own);
    return { foreseen: [back, 303], seen: rests };
  }
  if (all.length === 0) {
    // Nobody is here who could confirm: only a hint leads back.
    const leadsBack = position === undefined ? [signedOut, 200] : [back, 303];
    return { foreseen: faulty ? [home, 400] : leadsBack, seen: rests };
  }
  const asked = [home, faulty ? 400 : 200];
  const form = page.forms.find((one) => one.action.pathname === '/logout' && one.action.search !== '');
  if (!given.confirm || !form) return { foreseen: [...asked, true], seen: [...rests, form !== undefined] };
  signOutOf(model, own);
  const next = await browserHere.submit(form, {}, { stopAt: SITE });
  return { foreseen: [...asked, faulty ? signedOut : back], seen: [...rests, next.url.href] };
}

/** By an ID token that was issued once, or by the API key alone. */
function requestOf(model: Model, real: Real, { hint }: LoggingOut) {
  const positions = model.idTokens.map((_, position) => position);
  const position = hint === undefined ? undefined : pick(positions, hint);
  const grant = at(model.grants, at(model.idTokens, position ?? model.idTokens.length - 1));
  const key = at(model.keys, grant.key);
  const named: Record<string, string> =
    position === undefined ? { client_id: at(real.apiKeys, key.id) } : { id_token_hint: at(real.idTokens, position) };
  const query = new URLSearchParams({ ...named, post_logout_redirect_uri: SIGNED_OUT_URI, state: 's' }).toString();
  return { position, key, account: grant.account, query };
}
