// What people do with their address where there is mail (contract 21): ask for another one, prove it by the code of a
// mail or give up, and take the change back at the former address. The address of one of the walk's people may so become
// that of another account.
import fc from 'fast-check';
import { hashSecret } from '../../src/core/ground/secrets.ts';
import { openMailSecrets } from '../../src/core/server/mail/write-mail.ts';
import { browser, choice, often } from './arbitraries.ts';
import { disconnect } from './authorization.ts';
import { issue, mayMail } from './mail-steps.ts';
import { endSignIns, forgetDevices, isSure, isSureOf, signedIn, tryPassword, use } from './people.ts';
import { passwordOf, type Real, WRONG_PASSWORD } from './real.ts';
import {
  type Account,
  ADDRESSES,
  accountOf,
  at,
  connectionOf,
  doubtOf,
  type FormerAddress,
  isReserved,
  LIFETIME,
  type Model,
  pick,
  type Session,
  WRONG_CODES,
} from './state.ts';
import { commands } from './step.ts';

/** The one that is asked for and can still be proven. */
function pendingChange({ now }: Readonly<Model>, { change, signInEpoch, disabled }: Account) {
  const lives = change && !disabled && change.signInEpoch === signInEpoch && now < change.at + LIFETIME.proof;
  return lives ? change : undefined;
}

/** Nobody else has the address, and it is kept for nobody else. */
const isFree = (model: Model, account: Account, to: number): boolean => {
  const owner = accountOf(model, to);
  return (owner === undefined || owner === account) && !isReserved(model, to, account);
};

const currentAccount = (model: Model, id: number): Account | undefined => {
  const { current } = signedIn(model, at(model.browsers, id));
  return current && at(model.accounts, current.account);
};

/** One of the browsers with somebody on it whom the contract is sure of, rather one of those that are `wanted`. */
function someBrowser(
  model: Readonly<Model>,
  given: { choice: number },
  wanted: (account: Account) => boolean = () => true,
): number | undefined {
  const sure = model.browsers.filter((own) => {
    const account = currentAccount(model, own.id);
    return account !== undefined && isSure(model, own) && isSureOf(model, account.id);
  });
  return pick(sure, given.choice, ({ id }) => wanted(currentAccount(model, id) as Account))?.id;
}

let lastMail = '';

/** What the newest mails about changes carry: the code for a new address, or the link for a former one. */
async function newMails({ server: { operator } }: Real) {
  const found: { proof: { token: string; code: string | undefined } | undefined; takeBack: string | undefined } = {
    proof: undefined,
    takeBack: undefined,
  };
  for (;;) {
    const mails = await operator.mails.listSealed({ afterId: lastMail, limit: 1000 });
    for (const mail of mails) {
      lastMail = mail.id;
      const { token = '', code } = openMailSecrets(operator, mail) ?? {};
      const [hash, now] = [hashSecret(token), operator.clock.now()];
      if (await operator.emailChanges.findProof(hash, now)) found.proof = { token, code };
      if (await operator.emailChanges.findFormer(hash, now)) found.takeBack = token;
    }
    if (mails.length < 1000) return found;
  }
}

export const askForAddress = commands(fc.record({ choice, to: fc.nat(ADDRESSES - 1), right: often(true, false) }), {
  name: 'ask for another address',
  possible(model, given) {
    const id = someBrowser(model, given);
    return id !== undefined && currentAccount(model, id)?.person !== given.to;
  },
  async take(model, real, { to: typed, right, ...given }) {
    const id = someBrowser(model, given) as number;
    const own = at(model.browsers, id);
    const account = currentAccount(model, id) as Account;
    use(model, own);
    const doubt = doubtOf(model, account);
    // In doubt, often back.
    const to = doubt && given.choice % 2 === 0 ? doubt.person : typed;
    const outcome = tryPassword(model, own, { person: account.person, right });
    const password = right ? passwordOf(account) : WRONG_PASSWORD;
    const waits = doubt !== undefined && doubt.person !== to;
    let proof: number | undefined;
    let mailed = false;
    if (outcome === 'right' && !waits) {
      const { askedAt = model.now } = pendingChange(model, account) ?? {};
      const ofOthers = model.proofs.filter((one) => one.account === account.id && one.purpose === 'change');
      for (const one of ofOthers) if (one.to !== to) one.over = true;
      mailed = mayMail(model, to) && isFree(model, account, to);
      proof = issue(model, account, 'change', { to, mailed });
      account.change = { to, askedAt, at: model.now, signInEpoch: account.signInEpoch };
    }
    const page = await real.open(id, '/account');
    const form = page.form({ action: '/account/email' });
    const next = await at(real.browsers, id).submit(form, { email: real.email(to), password });
    const mail = (await newMails(real)).proof;
    if (proof !== undefined) real.mailed[proof] = mail ?? { token: '', code: undefined };
    const foreseen = { right: waits ? 409 : '/account/email/code', wrong: 400, limited: 429 }[outcome];
    return {
      foreseen: [foreseen, mailed],
      seen: [next.status === 200 ? next.url.pathname : next.status, mail !== undefined],
    };
  },
});

const isWaiting = (model: Readonly<Model>) => (account: Account) => pendingChange(model, account) !== undefined;

const act = often<'right' | 'wrong' | 'cancel'>('right', 'wrong', 'cancel');

export const proveAddress = commands(fc.record({ choice, act }), {
  name: 'prove another address',
  // Where nothing is pending, one of the acts is enough.
  possible(model, { act: does, ...given }) {
    const id = someBrowser(model, given, isWaiting(model));
    return id !== undefined && (does === 'cancel' || isWaiting(model)(currentAccount(model, id) as Account));
  },
  async take(model, real, { act: does, ...given }) {
    const id = someBrowser(model, given, isWaiting(model)) as number;
    const own = at(model.browsers, id);
    const account = currentAccount(model, id) as Account;
    use(model, own);
    const change = pendingChange(model, account);
    const page = await real.open(id, '/account/email/code');
    if (!change)
      return {
        foreseen: 'nothing to prove',
        seen: page.url.pathname === '/account' ? 'nothing to prove' : page.status,
      };
    if (does === 'cancel') {
      endChange(model, account);
      const form = page.forms.find(({ html }) => html.includes('value="cancel"')) ?? page.form();
      const next = await at(real.browsers, id).submit(form, {}, { press: 'cancel' });
      return { foreseen: 'cancelled', seen: next.url.search === '?notice=email-kept' ? 'cancelled' : next.status };
    }
    const proofs = model.proofs.filter((one) => one.account === account.id && one.purpose === 'change');
    const newest = proofs.findLast((one) => one.mailed && !one.over && model.now < one.at + LIFETIME.proof);
    const isRight = does === 'right' && newest !== undefined && newest.wrong < WRONG_CODES;
    const isTaken = isRight && !isFree(model, account, change.to);
    if (!isRight) for (const one of proofs) one.wrong += 1;
    const session = signedIn(model, own).current as Session;
    const former = isRight ? moveTo(model, account, change, session) : undefined;
    // What was mailed again since is not of this change.
    await newMails(real);
    const code = (does === 'right' && newest && at(real.mailed, newest.id).code) || WRONG_CODE;
    const next = await at(real.browsers, id).submit(page.form({ fields: ['code'] }), { code }, { press: 'prove' });
    const { takeBack } = await newMails(real);
    if (former) real.takeBacks[former.id] = takeBack ?? '';
    const changed = isRight && !isTaken;
    return {
      foreseen: [changed ? 'changed' : isTaken ? 'taken' : 'wrong', changed ? 200 : 400, former !== undefined],
      seen: [changed ? 'changed' : isTaken ? 'taken' : 'wrong', next.status, takeBack !== undefined],
    };
  },
});

/** One in a hundred million walks is unlucky. */
const WRONG_CODE = '00000000';

function endChange(model: Model, account: Account): void {
  account.change = undefined;
  for (const one of model.proofs) if (one.account === account.id && one.purpose === 'change') one.over = true;
}

/**
 * Unless somebody else got it meanwhile. Back to the address that stood before, everything ends but `session`.
 * @returns what the former address gets, if it was verified and the account was not in doubt
 */
function moveTo(
  model: Model,
  account: Account,
  change: NonNullable<Account['change']>,
  session: Session,
): FormerAddress | undefined {
  const isTaken = !isFree(model, account, change.to);
  const doubt = doubtOf(model, account);
  if (doubt && !isTaken) {
    endDoubt(model, account, doubt, session);
    return undefined;
  }
  account.change = undefined;
  for (const one of model.proofs) if (one.account === account.id) one.over = true;
  if (isTaken) return undefined;
  const { id, person: who, verified } = account;
  const times = { askedAt: change.askedAt, changedAt: model.now };
  const former = { id: model.formers.length, account: id, person: who, ...times, over: false };
  if (verified) model.formers.push(former);
  account.person = change.to;
  account.verified = true;
  return verified ? former : undefined;
}

const isLiveLink = (model: Readonly<Model>, { account: of, changedAt, over }: FormerAddress): boolean => {
  const { removed, disabled } = at(model.accounts, of);
  return !over && !removed && !disabled && model.now < changedAt + LIFETIME.takeBack;
};

const someLink = (model: Readonly<Model>, given: { choice: number }) => {
  const link = pick(model.formers, given.choice, (one) => isLiveLink(model, one));
  return link && isSureOf(model, link.account) ? link : undefined;
};

export const takeAddressBack = commands(fc.record({ browser, choice }), {
  name: 'take address back',
  possible: (model, given) => someLink(model, given) !== undefined && isSure(model, at(model.browsers, given.browser)),
  async take(model, real, { browser: id, ...given }) {
    const link = someLink(model, given) as FormerAddress;
    const works = isLiveLink(model, link);
    use(model, at(model.browsers, id));
    const page = await real.open(id, `/take-back?token=${at(real.takeBacks, link.id)}`);
    if (!works) return { foreseen: 404, seen: page.status };
    const account = at(model.accounts, link.account);
    takeBack(model, account, link);
    const form = page.form({ action: '/take-back' });
    const next = await at(real.browsers, id).submit(form, { password: passwordOf(account) });
    return { foreseen: '/take-back/done', seen: next.url.pathname };
  },
});

function takeBack(model: Model, account: Account, former: FormerAddress): void {
  endDoubt(model, account, former);
  account.password += 1;
}

/** The account has the address again, and what came of it since the change was asked for ends. */
function endDoubt(model: Model, account: Account, { person: who, askedAt }: FormerAddress, kept?: Session): void {
  endSignIns(model, account, { grants: true, ...(kept && { kept }) });
  forgetDevices(account);
  account.person = who;
  account.verified = true;
  account.change = undefined;
  for (const one of model.proofs) if (one.account === account.id) one.over = true;
  for (const one of model.formers) if (one.account === account.id) one.over = true;
  for (const { id: application } of model.applications) {
    const of = { application, account: account.id };
    if ((connectionOf(model, of)?.since ?? 0) >= askedAt) disconnect(model, of);
  }
}
