// What people do with mail (contract 20 to 22): request a link for a forgotten password and use it, claim an account,
// verify their address by the code of a mail. Nothing is sent: the walk reads the queue, and answers the requests as
// the loop beside the program does.

import fc from 'fast-check';
import type { Account as StoredAccount } from '../../src/core/ground/accounts/account.ts';
import { hashSecret } from '../../src/core/ground/secrets.ts';
import { resetRequests } from '../../src/core/people/verification/answer-reset-requests.ts';
import { openMailSecrets } from '../../src/core/server/mail/write-mail.ts';
import { newId } from '../helpers/new-id.ts';
import { browser, choice, often, person } from './arbitraries.ts';
import { signUp } from './authorization.ts';
import { endSignIns, forgetDevices, isSure, isSureOf, signedIn, startSession, use } from './people.ts';
import { passwordOf, type Real } from './real.ts';
import {
  type Account,
  accountOf,
  at,
  isReserved,
  LIFETIME,
  MOST_MAILS,
  MOST_PROOFS,
  type Model,
  pick,
  WRONG_CODES,
} from './state.ts';
import { commands } from './step.ts';

/** Five an hour to one address, silently. */
export function mayMail(model: Model, to: number): boolean {
  model.mails = model.mails.filter((mail) => model.now - mail.at < LIFETIME.mailWindow);
  if (model.mails.filter((mail) => mail.to === to).length >= MOST_MAILS) return false;
  model.mails.push({ to, at: model.now });
  return true;
}

/** The newest three of an account work; a newer one ends the oldest. */
export function issue(
  model: Model,
  account: Account,
  purpose: Model['proofs'][number]['purpose'],
  change?: { to: number; mailed: boolean },
): number {
  const { now, proofs } = model;
  const { id: of, signInEpoch } = account;
  proofs.push({ id: proofs.length, account: of, purpose, signInEpoch, at: now, wrong: 0, over: false, ...change });
  const live = proofs.filter((one) => one.account === of && one.purpose === purpose && !one.over);
  for (const oldest of live.slice(0, -MOST_PROOFS)) oldest.over = true;
  return proofs.length - 1;
}

const isLive = (
  model: Readonly<Model>,
  { account: of, purpose, signInEpoch, at: since, over }: Model['proofs'][number],
) => {
  const account = at(model.accounts, of);
  const stands = purpose === 'address' || signInEpoch === account.signInEpoch;
  return !over && stands && !account.removed && !account.disabled && model.now < since + LIFETIME.proof;
};

const NEVER = new AbortController().signal;
let lastMail = '';

/** What the newest mail to the account carries; undefined: there is no new one. */
async function newMail(
  { server: { operator } }: Real,
  account: StoredAccount | undefined,
  purpose: 'address' | 'password',
) {
  let found: { token: string; code: string | undefined } | undefined;
  for (const mail of await operator.mails.listSealed({ afterId: lastMail, limit: 1000 })) {
    lastMail = mail.id;
    const { token = '', code } = openMailSecrets(operator, mail) ?? {};
    const proof = await operator.emailProofs.find(hashSecret(token), operator.clock.now());
    if (account && proof?.accountId === account.id && proof.purpose === purpose) found = { token, code };
  }
  return found;
}

async function answerRequests({ server: { operator } }: Real): Promise<void> {
  const { store, deliver } = resetRequests(operator);
  const now = operator.clock.now();
  for (const due of await store.claim({ now, until: now + 1000, limit: 10, busy: [] })) {
    await deliver(due, NEVER);
    await store.remove(due, { failure: undefined, at: now, id: newId() });
  }
}

export const forgetPassword = commands(fc.record({ browser, person }), {
  name: 'request reset',
  possible: (model, given) => isSure(model, at(model.browsers, given.browser)),
  async take(model, real, given) {
    const account = accountOf(model, given.person);
    const gets = account && !account.disabled && mayMail(model, given.person) ? account : undefined;
    const proof = gets && issue(model, gets, 'password');
    // The former address of an account in doubt gets its link once more.
    if (!account && isReserved(model, given.person)) mayMail(model, given.person);
    use(model, at(model.browsers, given.browser));
    const page = await real.open(given.browser, '/forgot-password');
    const email = real.email(given.person);
    const next = await at(real.browsers, given.browser).submit(page.form({ action: '/forgot-password' }), { email });
    await answerRequests(real);
    const mail = await newMail(real, await real.server.operator.accounts.findByEmailKey(email), 'password');
    if (proof !== undefined) real.mailed[proof] = mail ?? { token: '', code: undefined };
    return { foreseen: ['/forgot-password/sent', gets !== undefined], seen: [next.url.pathname, mail !== undefined] };
  },
});

const someLink = (model: Readonly<Model>, given: { choice: number }) => {
  const links = model.proofs.filter(({ purpose }) => purpose === 'password');
  const link = pick(links, given.choice, (one) => isLive(model, one));
  return link && isSureOf(model, link.account) ? link : undefined;
};

/** Whose address nobody had proven is asked what happens to the account. */
export const useResetLink = commands(fc.record({ browser, choice, answer: fc.constantFrom('keep', 'start-empty') }), {
  name: 'use reset link',
  possible: (model, given) => someLink(model, given) !== undefined && isSure(model, at(model.browsers, given.browser)),
  async take(model, real, { browser: id, answer, ...given }) {
    const link = someLink(model, given) as Model['proofs'][number];
    const account = at(model.accounts, link.account);
    const works = isLive(model, link);
    use(model, at(model.browsers, id));
    const page = await real.open(id, `/password?token=${at(real.mailed, link.id).token}`);
    if (!works) return { foreseen: 404, seen: page.status };
    const asks = !account.verified;
    endSignIns(model, account, { grants: true });
    forgetDevices(account);
    for (const proof of model.proofs) if (proof.account === account.id) proof.over = true;
    const owner = asks && answer === 'start-empty' ? startEmpty(model, account) : account;
    owner.password = account.password + 1;
    owner.verified = true;
    startSession(model, at(model.browsers, id), owner, false);
    const form = page.form({ action: '/password' });
    const asked = form.fields.includes('choice');
    const values = { password: passwordOf(owner), ...(asked && { choice: answer }) };
    const next = await at(real.browsers, id).submit(form, values);
    if (owner !== account) await nameAgain(real, owner);
    return {
      foreseen: [asks ? answer : 'verified before', '/account', asks],
      seen: [asks ? answer : 'verified before', next.url.pathname, asked],
    };
  },
});

function startEmpty(model: Model, account: Account): Account {
  account.removed = true;
  return signUp(model, account.person);
}

/** The walk's people always have a nickname. */
async function nameAgain(real: Real, { person: who }: Account): Promise<void> {
  const { operator } = real.server;
  const stored = await operator.accounts.findByEmailKey(real.email(who));
  if (stored) await operator.accounts.saveProfile(stored.id, { nickname: 'Mina' }, operator.clock.now());
}

/** Requests a code, and types the newest one or a wrong one. */
export const verifyAddress = commands(fc.record({ browser, right: often(true, false) }), {
  name: 'verify address',
  possible(model, { browser: id }) {
    const own = at(model.browsers, id);
    const { current } = signedIn(model, own);
    return current !== undefined && isSure(model, own) && isSureOf(model, current.account);
  },
  async take(model, real, { browser: id, right }) {
    const own = at(model.browsers, id);
    use(model, own);
    const account = at(model.accounts, signedIn(model, own).current?.account ?? 0);
    const page = await real.open(id, '/verify');
    if (account.verified)
      return {
        foreseen: 'verified before',
        seen: page.url.pathname === '/account' ? 'verified before' : page.url.pathname,
      };
    if (mayMail(model, account.person)) {
      const proof = issue(model, account, 'address');
      const form = page.form({ action: '/verify' });
      await at(real.browsers, id).submit(form, {}, { press: 'send' });
      const stored = await real.server.operator.accounts.findByEmailKey(real.email(account.person));
      const mail = await newMail(real, stored, 'address');
      if (!mail) return { foreseen: 'a mail', seen: 'none' };
      real.mailed[proof] = mail;
    }
    const codes = model.proofs.filter(({ account: of, purpose }) => of === account.id && purpose === 'address');
    const newest = codes.findLast((one) => isLive(model, one));
    const proves = right && newest !== undefined && newest.wrong < WRONG_CODES;
    for (const code of codes) {
      if (proves) code.over = true;
      else code.wrong += 1;
    }
    account.verified = proves;
    const waiting = await real.open(id, '/verify/code');
    const form = waiting.form({ fields: ['code'] });
    const code = (right && newest && at(real.mailed, newest.id).code) || WRONG_CODE;
    const next = await at(real.browsers, id).submit(form, { code }, { press: 'prove' });
    return { foreseen: proves ? '/account' : 400, seen: next.status === 200 ? next.url.pathname : next.status };
  },
});

/** One in a hundred million walks is unlucky. */
const WRONG_CODE = '00000000';
