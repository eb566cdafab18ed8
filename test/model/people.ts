// Who is signed in where, by the contract (sections 2, 4, 10): sessions, the accounts on one browser, wrong passwords.
import {
  type Account,
  accountOf,
  at,
  type Browser,
  LIFETIME,
  type Model,
  PASSWORD_TRIES,
  SESSION_LIFETIME,
  type Session,
} from './state.ts';

/** `unsure`: within the five minutes to which a session's last use is kept, either answer is right. */
export function sessionState({ now, accounts }: Model, session: Session): 'live' | 'over' | 'unsure' {
  if (session.ended || session.signInEpoch !== at(accounts, session.account).signInEpoch) return 'over';
  const { idle, inAll } = session.persistent ? SESSION_LIFETIME.persistent : SESSION_LIFETIME.plain;
  const idleEnd = session.lastUsedAt + idle;
  if (now >= Math.min(idleEnd, session.startedAt + inAll)) return 'over';
  return now >= idleEnd - LIFETIME.useKeptTo ? 'unsure' : 'live';
}

const sessionsOn = (model: Model, browser: Browser): Session[] => browser.sessions.map((id) => at(model.sessions, id));

export const isSure = (model: Model, browser: Browser): boolean =>
  sessionsOn(model, browser).every((session) => sessionState(model, session) !== 'unsure');

/** No session of the account is within its five minutes, and so none of the grants made in one. */
export const isSureOf = (model: Model, account: number): boolean =>
  model.sessions.every((session) => session.account !== account || sessionState(model, session) !== 'unsure');

/**
 * Nobody is current when the one that was is signed out and several are left (contract 4,
 * `account_selection_required`).
 */
export function signedIn(model: Model, browser: Browser): { current: Session | undefined; all: Session[] } {
  const found = sessionsOn(model, browser);
  const all = found.filter((session) => sessionState(model, session) === 'live');
  const [first] = found;
  return { current: first && all.includes(first) ? first : all.length === 1 ? all[0] : undefined, all };
}

/** A page was asked for. */
export function use(model: Model, browser: Browser): void {
  const { current } = signedIn(model, browser);
  if (current) current.lastUsedAt = model.now;
}

/** Signs in; the same account on the same browser goes on in its session. */
export function startSession(model: Model, browser: Browser, account: Account, persistent: boolean): Session {
  const { all } = signedIn(model, browser);
  const { now } = model;
  const times = { persistent, startedAt: now, lastUsedAt: now, authenticatedAt: now, chosenAt: now };
  let session = all.find((one) => one.account === account.id);
  if (session) Object.assign(session, times);
  else {
    const { id: of, signInEpoch } = account;
    session = { id: model.sessions.length, account: of, signInEpoch, ended: false, ...times };
    model.sessions.push(session);
  }
  const { id } = session;
  browser.sessions = [id, ...all.map((one) => one.id).filter((one) => one !== id)];
  remember(browser, account);
  return session;
}

/** A browser is known as that of the five accounts last signed in on it, until an account forgets its devices. */
function remember(browser: Browser, account: Account): void {
  const mark = markOf(account);
  browser.knows = [mark, ...browser.knows.filter((one) => one !== mark)].slice(0, 5);
}

const markOf = ({ id, deviceEpoch }: Account): string => `${id} ${deviceEpoch}`;

export function forgetDevices(account: Account): void {
  account.deviceEpoch += 1;
}

export function choose(model: Model, browser: Browser, session: Session): void {
  const { all } = signedIn(model, browser);
  session.chosenAt = model.now;
  session.lastUsedAt = model.now;
  browser.sessions = [session.id, ...all.map((one) => one.id).filter((one) => one !== session.id)];
}

/** Somebody ends it; what time ended before is ended by nobody. */
export function endSession(model: Model, session: Session): void {
  if (sessionState(model, session) === 'live') session.ended = true;
}

/** What was earned with the number before is dead; `kept` goes on with the new one. */
export function endSignIns(model: Model, account: Account, ended: { kept?: Session; grants: boolean }): void {
  for (const session of model.sessions) {
    if (session.account === account.id && session !== ended.kept) endSession(model, session);
  }
  account.signInEpoch += 1;
  if (ended.kept) ended.kept.signInEpoch = account.signInEpoch;
  if (ended.grants) account.grantEpoch += 1;
}

/** One of those signed in here leaves; with nobody left the browser forgets. */
export function leaveBrowser(model: Model, browser: Browser): void {
  if (signedIn(model, browser).all.length === 0) browser.sessions = [];
}

/**
 * A password is typed on a browser: 429 while too many wrong ones were typed within 15 minutes, counted for the
 * account, or for a browser on which it signed in before (contract 10); disabled and unknown accounts answer like a
 * wrong password.
 */
export function tryPassword(
  model: Model,
  browser: Browser,
  input: { person: number; right: boolean },
): 'right' | 'wrong' | 'limited' {
  const account = accountOf(model, input.person);
  const known = account && browser.knows.includes(markOf(account));
  const bucket = known ? `browser ${browser.id}, account ${account.id}` : `person ${input.person}`;
  model.wrongPasswords = model.wrongPasswords.filter((wrong) => model.now - wrong.at < LIFETIME.passwordWindow);
  const counted = model.wrongPasswords.filter((wrong) => wrong.bucket === bucket).length;
  if (counted >= PASSWORD_TRIES) return 'limited';
  if (input.right && account && !account.disabled) return 'right';
  model.wrongPasswords.push({ bucket, at: model.now });
  return 'wrong';
}
