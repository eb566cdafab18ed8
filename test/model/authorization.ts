// The way of an authorization request, by contract 4: which pages a person meets, in order, and what the application is
// told at its end. The person does on each page what the plan says.
import { choose, endSession, leaveBrowser, signedIn, startSession, tryPassword, use } from './people.ts';
import { type Item, isNamed } from './scope.ts';
import {
  type Account,
  type Application,
  accountOf,
  answerTo,
  at,
  type Browser,
  connectionKey,
  connectionOf,
  type Grant,
  isReserved,
  LIFETIME,
  type Model,
  type Session,
} from './state.ts';

export type Plan = {
  browser: number;
  key: number;
  /** A number of the application's, or one it did not register. */
  redirectUri: number;
  scope: readonly string[] | undefined;
  prompt: 'none' | 'login' | 'consent' | 'select_account' | undefined;
  maxAge: number | undefined;
  challenged: boolean;
  /** What is done on the sign-in page; who is not there yet signs up. */
  signIn: { as: number; act: 'right' | 'wrong' | 'cancel'; persistent: boolean };
  /** Which of those signed in, where the page asks; 'cancel' leaves. */
  choice: number | 'cancel';
  consent: { act: 'agree' | 'cancel' | 'leave'; ticks: readonly Item[] };
};

export type Step =
  | { at: 'refused' }
  | { at: 'login'; did: 'sign-up' | 'reserved' | 'right' | 'wrong' | 'limited' | 'cancel' }
  | { at: 'select-account'; people: readonly number[]; chosen: number | 'cancel' }
  | { at: 'consent'; preset: readonly Item[]; ticked: readonly Item[] }
  | { at: 'error'; error: string }
  | { at: 'code'; grant: number };

/** Every page on the way, then the end; the model has changed as the world shall have. */
export function authorize(model: Model, plan: Plan): Step[] {
  const key = at(model.keys, plan.key);
  const application = at(model.applications, key.application);
  if (key.gone || application.removed || !application.redirectUris.includes(plan.redirectUri))
    return [{ at: 'refused' }];
  if (!application.on) return [{ at: 'error', error: 'unauthorized_client' }];
  if (application.requirePkce && !plan.challenged) return [{ at: 'error', error: 'invalid_request' }];
  const browser = at(model.browsers, plan.browser);
  const request = { plan, application, browser, native: key.platform === 'Android', arrivedAt: model.now };
  use(model, browser);
  if (plan.prompt === 'none') return [silently(model, request)];
  const steps: Step[] = [];
  for (;;) {
    const step = nextStep(model, request);
    steps.push(step);
    const wrong = step.at === 'login' && ['reserved', 'wrong', 'limited'].includes(step.did);
    if (wrong || step.at === 'code' || step.at === 'error') return steps;
    if (step.at === 'consent' && plan.consent.act === 'leave') return steps;
    if (isCancelled(step, plan)) return [...steps, { at: 'error', error: 'access_denied' }];
    if (step.at === 'consent') return [...steps, { at: 'code', grant: agree(model, request, step.ticked) }];
  }
}

type Request = { plan: Plan; application: Application; browser: Browser; native: boolean; arrivedAt: number };

const isCancelled = (step: Step, plan: Plan): boolean =>
  (step.at === 'login' && step.did === 'cancel') ||
  (step.at === 'select-account' && step.chosen === 'cancel') ||
  (step.at === 'consent' && plan.consent.act === 'cancel');

/** `prompt=none` never shows a page. */
function silently(model: Model, request: Request): Step {
  const { current, all } = signedIn(model, request.browser);
  if (!current) return { at: 'error', error: all.length > 1 ? 'account_selection_required' : 'login_required' };
  if (!isFresh(request, current)) return { at: 'error', error: 'login_required' };
  const items = agreedBefore(model, request, current);
  return items
    ? { at: 'code', grant: issueCode(model, request, current, items) }
    : { at: 'error', error: 'consent_required' };
}

/** `login`: signed in since the request came; `max_age`: at most so long before it. */
function isFresh({ plan, arrivedAt }: Request, session: Session): boolean {
  if (plan.prompt === 'login' && session.authenticatedAt < arrivedAt) return false;
  return plan.maxAge === undefined || session.authenticatedAt >= arrivedAt - plan.maxAge * 1000;
}

function nextStep(model: Model, request: Request): Step {
  const { plan, browser, arrivedAt } = request;
  const { current, all } = signedIn(model, browser);
  if (!current && all.length > 1 && plan.prompt !== 'login') return choosing(model, request, all);
  if (!current || !isFresh(request, current)) return signingIn(model, request);
  if (plan.prompt === 'select_account' && current.chosenAt < arrivedAt) return choosing(model, request, all);
  const items = plan.prompt === 'consent' ? undefined : agreedBefore(model, request, current);
  return items ? { at: 'code', grant: issueCode(model, request, current, items) } : asking(model, request, current);
}

function choosing(model: Model, { plan, browser }: Request, all: readonly Session[]): Step {
  const people = all.map((session) => at(model.accounts, session.account).person).sort();
  const chosen = plan.choice === 'cancel' ? undefined : all[plan.choice % all.length];
  if (chosen) choose(model, browser, chosen);
  return { at: 'select-account', people, chosen: chosen ? at(model.accounts, chosen.account).person : 'cancel' };
}

function signingIn(model: Model, { plan, browser }: Request): Step {
  const { as: person, act, persistent } = plan.signIn;
  if (act === 'cancel') return { at: 'login', did: 'cancel' };
  const account = accountOf(model, person);
  if (!account && isReserved(model, person)) return { at: 'login', did: 'reserved' };
  if (!account) {
    startSession(model, browser, signUp(model, person), false);
    return { at: 'login', did: 'sign-up' };
  }
  const did = tryPassword(model, browser, { person, right: act === 'right' });
  if (did === 'right') startSession(model, browser, account, persistent);
  return { at: 'login', did };
}

export function signUp(model: Model, person: number): Account {
  const epochs = { signInEpoch: 0, grantEpoch: 0, deviceEpoch: 0 };
  const account = {
    id: model.accounts.length,
    person,
    password: 0,
    disabled: false,
    removed: false,
    verified: false,
    ...epochs,
  };
  model.accounts.push(account);
  return account;
}

const namedItems = ({ application, plan }: Request) => application.items.filter((entry) => isNamed(plan.scope, entry));

/** Undefined: the page has to be shown. */
function agreedBefore(model: Model, request: Request, session: Session): Item[] | undefined {
  const connection = connectionOf(model, { application: request.application.id, account: session.account });
  if (!connection?.live || request.native) return undefined;
  const named = namedItems(request).map((entry) => ({ ...entry, answer: answerTo(connection, entry) }));
  const open = named.some(({ consent, answer }) => (consent === 'required' ? !answer?.agreed : !answer));
  return open ? undefined : named.filter(({ answer }) => answer?.agreed).map(({ item }) => item);
}

function asking(model: Model, request: Request, session: Session): Step {
  const connection = connectionOf(model, { application: request.application.id, account: session.account });
  const optional = namedItems(request).filter(({ consent }) => consent === 'optional');
  const preset = optional.filter((entry) => answerTo(connection, entry)?.agreed).map(({ item }) => item);
  const ticked = optional.map(({ item }) => item).filter((item) => request.plan.consent.ticks.includes(item));
  return { at: 'consent', preset: preset.sort(), ticked };
}

function agree(model: Model, request: Request, ticked: readonly Item[]): number {
  const { current } = signedIn(model, request.browser);
  if (!current) throw new Error('Nobody is there to agree');
  const of = connectionKey(request.application.id, current.account);
  const before = model.connections.get(of);
  const named = namedItems(request);
  const isAgreed = ({ item, consent }: (typeof named)[number]) => consent === 'required' || ticked.includes(item);
  const answers = Object.fromEntries(named.map((entry) => [entry.item, { agreed: isAgreed(entry), at: model.now }]));
  model.connections.set(of, {
    live: true,
    since: before?.live ? before.since : model.now,
    generation: before?.generation ?? 0,
    answers: { ...(before?.live && before.answers), ...answers },
  });
  return issueCode(
    model,
    request,
    current,
    named.filter(isAgreed).map(({ item }) => item),
  );
}

function issueCode(model: Model, request: Request, session: Session, items: readonly Item[]): number {
  const { plan, application } = request;
  const grant: Grant = {
    id: model.grants.length,
    account: session.account,
    application: application.id,
    key: plan.key,
    session: session.id,
    signInEpoch: session.signInEpoch,
    grantEpoch: at(model.accounts, session.account).grantEpoch,
    generation: connectionOf(model, { application: application.id, account: session.account })?.generation ?? 0,
    redirectUri: plan.redirectUri,
    challenged: plan.challenged,
    scope: plan.scope,
    items,
    authenticatedAt: session.authenticatedAt,
    codeExpiresAt: model.now + LIFETIME.code,
    used: false,
    ended: false,
    familyExpiresAt: 0,
  };
  model.grants.push(grant);
  return grant.id;
}

/** Ends what was granted: all of it at one application, or everywhere. The `sub` stays. */
export function disconnect(model: Model, of: { application: number; account: number }): void {
  const connection = connectionOf(model, of);
  if (!connection?.live) return;
  connection.live = false;
  connection.generation += 1;
  connection.answers = {};
}

/** Everybody leaves this browser. */
export function signOutOf(model: Model, browser: Browser): void {
  for (const session of signedIn(model, browser).all) endSession(model, session);
  leaveBrowser(model, browser);
}
