// What a thief, who never shows more than the password, does with somebody's account, and what its owner does against
// it; and what must hold after each step and at the end (contract 21).
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Account } from '../../src/core/ground/accounts/account.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { newEmail, PASSWORD } from '../helpers/people.ts';
import { codeOf, secretIn } from '../stories/factor-pages.ts';
import { addPasskey, answerWith, promptIn } from '../stories/passkey-pages.ts';
import { Person, type Post } from './doubt-person.ts';
import { announce, count } from './tally.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** What an owner needs to act once they have read their mail. */
const TO_ACT = 4 * HOUR;
/** A factor that somebody has had for longer counts as the owner's. */
const ALL_TIME = 28 * DAY;

/** What the owner had set up before the walk, and how many days ago. */
export type Start = { owns: 'nothing' | 'codes' | 'passkey'; days: 20 | 40; binds: boolean; delay: 0 | 7 };
export const start: fc.Arbitrary<Start> = fc.record({
  owns: fc.constantFrom('nothing', 'nothing', 'nothing', 'passkey', 'passkey', 'codes'),
  days: fc.constantFrom(20, 40),
  binds: fc.constantFrom(true, false, false),
  delay: fc.constantFrom(7, 7, 0),
});

export class Walk {
  readonly startedAt: number;
  readonly hosts: Hosts;
  readonly post: Post;
  readonly id: string;
  /** The address that stands, as long as nobody proves another one for a week. */
  readonly email: string;
  readonly owner: Person;
  readonly thief: Person;

  constructor(hosts: Hosts, post: Post, { id, email }: { id: string; email: string }) {
    this.startedAt = hosts.clock.now();
    this.hosts = hosts;
    this.post = post;
    this.id = id;
    this.email = email;
    this.owner = new Person(hosts, post, { password: PASSWORD, mailboxes: [email] });
    this.thief = new Person(hosts, post, { password: PASSWORD, mailboxes: [] });
  }

  async account(): Promise<Account> {
    const account = await this.hosts.ports.accounts.find(this.id);
    if (!account) throw new Error('The account is gone');
    return account;
  }
  doubt() {
    return this.hosts.ports.emailChanges.findDoubt(this.id, this.hosts.clock.now());
  }
  /** The page of the account, as far as somebody gets with what they know. */
  async reach(who: Person, path = '/account'): Promise<Page> {
    return who.reach(path, (await this.account()).email);
  }
}

type Who = 'thief' | 'owner';
type Act = (walk: Walk, who: Person, choice: number) => Promise<string>;

const formWith = (page: Page, value: string): Form | undefined =>
  page.forms.find(({ buttons }) => buttons.some((one) => one.value === value));
const ended = ({ status, url }: Page): string => `${status} ${url.pathname}`;

async function pressed(walk: Walk, who: Person, path: string, press: string): Promise<string> {
  const page = await walk.reach(who, path);
  const form = formWith(page, press);
  return form ? ended(await who.browser.submit(form, {}, { press })) : 'not offered';
}

const signIn: Act = async (walk, who) => ended(await walk.reach(who));

const setUpCodes: Act = async (walk, who) => {
  const page = await walk.reach(who, '/account/two-step');
  const secret = secretIn(page);
  if (secret === '') return 'not offered';
  const sealed = page.form({ fields: ['sealed'] });
  const done = await who.browser.submit(sealed, { code: codeOf(walk.hosts, secret) }, { press: 'enrol' });
  if (done.url.pathname !== '/account/two-step' || done.status !== 200) return ended(done);
  Object.assign(who, { secret, lastCode: codeOf(walk.hosts, secret) });
  return 'set up';
};

const addKey: Act = async (walk, who) => {
  const page = await walk.reach(who, '/account/passkeys');
  if (page.url.pathname !== '/account/passkeys' || !promptIn(page)) return 'not offered';
  const count = async () => (await walk.hosts.ports.passkeys.listByAccount(walk.id)).length;
  const before = await count();
  const { key, page: done } = await addPasskey(walk.hosts, who.browser);
  // Where policy demands it, the page that follows asks for it.
  if ((await count()) > before) who.keys.push(key);
  return ended(done);
};

const removeKey: Act = (walk, who) => pressed(walk, who, '/account/passkeys', 'remove');
const removeCodes: Act = (walk, who) => pressed(walk, who, '/account/two-step', 'remove');
const newRecoveryCodes: Act = (walk, who) => pressed(walk, who, '/account/two-step', 'new-codes');
const leave: Act = (walk, who) => pressed(walk, who, '/account/delete', 'leave');
const endOthers: Act = (walk, who) => pressed(walk, who, '/account/devices', 'end-others');
const cancelChange: Act = (walk, who) => pressed(walk, who, '/account/email/code', 'cancel');

const deleteNow: Act = async (walk, who) => {
  const page = await walk.reach(who, '/account/delete');
  const form = formWith(page, 'now');
  if (!form) return 'not offered';
  const asked = await who.browser.submit(form, {}, { press: 'now' });
  const code = (await who.newest('delete-code'))?.code;
  const waits = asked.forms.find(({ fields }) => fields.includes('code'));
  if (!waits || code === undefined) return ended(asked);
  return ended(await who.browser.submit(waits, { code }, { press: 'now' }));
};

const changePassword: Act = async (walk, who) => {
  const page = await walk.reach(who, '/account/security');
  const form = page.forms.find(({ action }) => action.pathname === '/account/password');
  if (!form) return 'not offered';
  const next = `${PASSWORD} ${walk.hosts.clock.now()}`;
  const done = await who.browser.submit(form, { current_password: who.password, new_password: next });
  if (done.status === 200 && done.url.pathname.startsWith('/account')) who.password = next;
  return ended(done);
};

/** To `email`, as far as it goes for whoever reads that mailbox or not. */
async function changeTo(walk: Walk, who: Person, email: string): Promise<string> {
  const page = await walk.reach(who);
  const form = page.forms.find(({ action }) => action.pathname === '/account/email');
  if (!form) return 'not offered';
  const asked = await who.browser.submit(form, { email, password: who.password });
  if (asked.status >= 400) return ended(asked);
  const waits = await who.goOn(asked, (await walk.account()).email);
  const typed = waits.forms.find(({ fields }) => fields.includes('code'));
  if (waits.url.pathname !== '/account/email/code' || !typed) return ended(waits);
  const code = who.mailboxes.includes(email) ? (await who.newest('verify-email'))?.code : '12345678';
  const done = await who.browser.submit(typed, { code: code ?? '' }, { press: 'prove' });
  return done.url.search === '?notice=email-changed' ? 'changed' : ended(done);
}

const changeAddress: Act = async (walk, who, choice) => {
  const { email } = await walk.account();
  const others = who.mailboxes.filter((one) => one !== email);
  const isNew = choice % 3 === 0 || others.length === 0;
  if (isNew) who.mailboxes.push(newEmail());
  return changeTo(walk, who, (isNew ? who.mailboxes.at(-1) : others[choice % others.length]) ?? '');
};
const changeBack: Act = (walk, who) => changeTo(walk, who, walk.email);

/** Whatever mail to the present address, or to the one that stood before, brings them. */
const forget: Act = async (walk, who, choice) => {
  const { email } = await walk.account();
  const page = await who.open('/forgot-password');
  const form = page.form({ action: '/forgot-password' });
  const sent = await who.browser.submit(form, { email: choice % 3 === 0 ? walk.email : email });
  await walk.hosts.tick('outbox');
  return ended(sent);
};

const newPassword = (walk: Walk): string => `${PASSWORD} ${walk.hosts.clock.now()}`;

/** By the newest link that they can read. What is ticked, of factors that somebody may have added, stays ticked. */
const useResetLink: Act = async (walk, who, choice) => {
  if (choice % 2 === 1) await forget(walk, who, choice);
  const token = (await who.newest('reset-password'))?.token;
  if (token === undefined) return 'no link';
  const page = await who.open(`/password?token=${token}`);
  if (page.status !== 200) return ended(page);
  const password = newPassword(walk);
  const set = await who.browser.submit(page.form({ action: '/password' }), { password });
  if (set.status !== 200) return ended(set);
  who.password = password;
  const next = set.html.includes('reset_proof')
    ? await who.browser.submit(set.form({ action: '/password/factors' }))
    : set;
  return ended(await who.goOn(next, (await walk.account()).email));
};

const useTakeBackLink: Act = async (walk, who) => {
  const token = (await who.newest('email-changed', 'take-back-link'))?.token;
  if (token === undefined) return 'no link';
  const page = await who.open(`/take-back?token=${token}`);
  if (page.status !== 200) return ended(page);
  const [form, password, key] = [page.form({ action: '/take-back' }), newPassword(walk), who.keyFor(page)];
  const asksCode = form.fields.includes('code');
  const done =
    !asksCode && key
      ? await answerWith(walk.hosts, who.browser, page, key, { values: { password } })
      : await who.browser.submit(form, { password, ...(asksCode && { code: who.code() }) });
  if (done.url.pathname === '/take-back/done') who.password = password;
  return ended(done);
};

const learnPassword: Act = async (walk) => {
  walk.thief.password = walk.owner.password;
  return 'learned';
};

const ACTS: readonly (readonly [weight: number, who: Who, name: string, act: Act])[] = [
  [4, 'thief', 'sign in', signIn],
  [6, 'thief', 'set up codes', setUpCodes],
  [5, 'thief', 'add a passkey', addKey],
  [3, 'thief', 'remove a passkey', removeKey],
  [2, 'thief', 'remove the codes', removeCodes],
  [1, 'thief', 'new recovery codes', newRecoveryCodes],
  [10, 'thief', 'change the address', changeAddress],
  [4, 'thief', 'change back by hand', changeBack],
  [2, 'thief', 'cancel the change', cancelChange],
  [5, 'thief', 'leave', leave],
  [5, 'thief', 'delete now', deleteNow],
  [3, 'thief', 'change the password', changePassword],
  [2, 'thief', 'end other sessions', endOthers],
  [4, 'thief', 'forget the password', forget],
  [4, 'thief', 'use a link to reset', useResetLink],
  [3, 'thief', 'use a link to take back', useTakeBackLink],
  [2, 'thief', 'learn the password', learnPassword],
  [3, 'owner', 'sign in', signIn],
  [2, 'owner', 'change back by hand', changeBack],
  [2, 'owner', 'take back', useTakeBackLink],
  [2, 'owner', 'set up codes', setUpCodes],
  [1, 'owner', 'add a passkey', addKey],
  [1, 'owner', 'change the password', changePassword],
];
for (const [, who, name] of ACTS) announce(`${who}: ${name}`);
announce('time passes');

export type DoubtStep = { name: string; who: Who; act: Act | undefined; choice: number };

export const doubtStep: fc.Arbitrary<DoubtStep> = fc.oneof(
  ...ACTS.map(([weight, who, name, act]) => ({
    weight,
    arbitrary: fc.nat(99).map((choice) => ({ who, name: `${who}: ${name}`, act, choice })),
  })),
  {
    weight: 12,
    arbitrary: fc
      .constantFrom(1, 12, 24, 48, 96)
      .map((choice) => ({ who: 'thief' as const, name: 'time passes', act: undefined, choice })),
  },
);

/** The owner reads their mail in time: before a link is over, and before an account that is leaving is gone. */
async function passTime(walk: Walk, hours: number): Promise<string> {
  const { leavingUntil = Number.POSITIVE_INFINITY } = await walk.account();
  const { expiresAt = Number.POSITIVE_INFINITY } = (await walk.doubt()) ?? {};
  const then = walk.hosts.clock.now() + hours * HOUR;
  if (then + TO_ACT > Math.min(leavingUntil, expiresAt, walk.startedAt + ALL_TIME)) return 'too late';
  walk.hosts.clock.advance(hours * HOUR);
  await walk.hosts.tick('purge');
  return `${hours} hours`;
}

export async function takeStep(walk: Walk, { name, who, act, choice }: DoubtStep): Promise<void> {
  walk.hosts.clock.advance(1);
  const outcome = act ? await act(walk, walk[who], choice) : await passTime(walk, choice);
  expect(outcome, name).not.toMatch(/^5/);
  count(name, outcome);
  // Whoever holds another address holds it for a week at most.
  const account = await walk.account();
  expect([account.email, (await walk.doubt())?.email], `the address that stands, after ${name}`).toContain(walk.email);
}

/**
 * With what they know and read, the owner is signed in at last, and the thief nowhere any more: whoever never showed
 * more than the password never ends as the only one who can sign in.
 */
export async function rescue(walk: Walk): Promise<void> {
  const { owner, thief, hosts } = walk;
  // The hour has room for mails again.
  hosts.clock.advance(HOUR + 1);
  if (await walk.doubt()) {
    expect(await useTakeBackLink(walk, owner, 0), 'the link to the address that stood before').toBe(
      '200 /take-back/done',
    );
  } else {
    await forget(walk, owner, 0);
    const set = await useResetLink(walk, owner, 0);
    expect(set, 'the link for another password').not.toMatch(/^5|no link/);
  }
  expect((await walk.account()).email).toBe(walk.email);
  // Where policy demands a factor that the owner has not, they set one up, which takes a mailed code.
  if ((await walk.reach(owner)).url.pathname === '/second-factor') await setUpCodes(walk, owner, 0);
  expect(ended(await walk.reach(owner)), 'the owner signs in').toBe('200 /account');
  const page = await walk.reach(thief);
  expect(page.url.pathname, `the thief is at ${ended(page)}`).not.toMatch(/^\/account/);
}
