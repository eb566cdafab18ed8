// What a passkey must not get away with (contract 23), wherever one is asked for: signing in, after a password, as a
// confirmation, when a change of address is taken back, and when one is added. Each place refuses every lie, and takes the truth after them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Key, Said } from '../helpers/authenticator.ts';
import { Browser } from '../helpers/browser.ts';
import { type GivenPerson, givenPerson } from '../helpers/given-person.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { account, newEmail, PASSWORD, signIn } from './account-pages.ts';
import { givenCodes } from './factor-pages.ts';
import { answerWith, authenticatorOf, challengeFor, personWithPasskey, promptIn } from './passkey-pages.ts';
import { accountAt, mailsTo, sentProofs, startWithMail } from './sent-mail.ts';

const MINUTE = 60_000;

type Person = Awaited<ReturnType<typeof personWithPasskey>>;
/** What one lie says; `with`: the passkey that signs. */
type Lie = { said?: Partial<Said>; with?: Key };

let hosts: Hosts;
let stranger: Person;
beforeAll(async () => {
  hosts = await startWithMail({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
  stranger = await personWithPasskey(hosts);
  await givenCodes(hosts, stranger.browser);
});
afterAll(() => hosts?.stop());

const open = (browser: Browser, path: string) => browser.open(`${hosts.authUrl}${path}`);

function challengeIn(browser: Browser, page: Page): Promise<string> {
  const prompt = promptIn(page);
  if (!prompt) throw new Error(`No passkey is asked for at ${page.url.href}`);
  return challengeFor(hosts, browser, prompt);
}

const challengeAt = async (browser: Browser, purpose: string): Promise<string> =>
  JSON.parse((await open(browser, `/passkeys/challenge?for=${purpose}`)).html).challenge;

/** Unanswered challenges of other browsers, accounts and purposes. */
async function foreignChallenges() {
  const other = new Browser();
  return {
    'sign-in': await challengeAt(other, 'sign-in'),
    add: await challengeAt(stranger.browser, 'add'),
    confirm: await challengeAt(stranger.browser, 'confirm'),
    'second-step': await challengeIn(other, await signIn(hosts, other, stranger.email)),
  };
}
let foreign: Awaited<ReturnType<typeof foreignChallenges>>;

const port = () => new URL(hosts.authUrl).port;

/** Where the browser is, what it is asked, and what the authenticator did: the same lies everywhere. */
const LIES: Readonly<Record<string, () => Lie>> = {
  'another origin': () => ({ said: { origin: 'https://evil.example' } }),
  'a host below ours': () => ({ said: { origin: `http://evil.localhost:${port()}` } }),
  'our host by its address': () => ({ said: { origin: `http://127.0.0.1:${port()}` } }),
  'our host on another port': () => ({ said: { origin: 'http://localhost:9' } }),
  'our host by https': () => ({ said: { origin: `https://localhost:${port()}` } }),
  'another RP ID': () => ({ said: { rpId: 'evil.example' } }),
  'a page inside another one': () => ({ said: { crossOrigin: true } }),
  'no verification of the user': () => ({ said: { userVerified: false } }),
  'a backup of what cannot have one': () => ({ said: { backupEligible: false, backedUp: true } }),
  'a challenge that was made up': () => ({ said: { challenge: Buffer.alloc(48, 7).toString('base64url') } }),
  "a challenge of another browser's sign-in": () => ({ said: { challenge: foreign['sign-in'] } }),
  "a challenge of somebody else's second step": () => ({ said: { challenge: foreign['second-step'] } }),
  "a challenge of somebody else's confirmation": () => ({ said: { challenge: foreign.confirm } }),
  'a challenge for adding one elsewhere': () => ({ said: { challenge: foreign.add } }),
};
/** Only where a passkey exists that can lie. */
const LIES_OF_USE: Readonly<Record<string, (mine: Key) => Lie>> = {
  'a backup eligibility that changed': () => ({ said: { backupEligible: false } }),
  "somebody else's user handle": () => ({ said: { userHandle: stranger.key.userHandle } }),
  "somebody else's signature under this passkey": ({ credentialId, userHandle }) => ({
    with: { ...stranger.key, credentialId, userHandle },
  }),
  'the type of an enrolment': () => ({ said: { type: 'webauthn.create' } }),
};
/** At sign-in anybody's passkey is welcome. */
const FOREIGN_PASSKEY: Readonly<Record<string, () => Lie>> = {
  'the passkey of another account': () => ({ with: stranger.key }),
  'the passkey of another account without a user handle': () => ({ with: stranger.key, said: { userHandle: null } }),
};

type Place = {
  lies: Readonly<Record<string, (mine: Key) => Lie>>;
  given?(person: Person): Promise<unknown>;
  reach(person: Person): Promise<{ browser: Browser; page: Page }>;
  /** Sent along. */
  values?: Readonly<Record<string, string>>;
  isRefused(page: Page): boolean;
  /** Undefined: the person is signed in. */
  isTaken?(page: Page): boolean;
};

const isSignInRefused = ({ status, url }: Page): boolean => status === 401 && url.pathname === '/login';

const PLACES: Readonly<Record<string, Place>> = {
  'the sign-in page': {
    lies: { ...LIES, ...LIES_OF_USE },
    async reach() {
      const browser = new Browser();
      return { browser, page: await open(browser, '/login') };
    },
    isRefused: isSignInRefused,
  },
  'the second step': {
    lies: { ...LIES, ...LIES_OF_USE, ...FOREIGN_PASSKEY },
    given: ({ browser }) => givenCodes(hosts, browser),
    async reach({ email }) {
      const browser = new Browser();
      return { browser, page: await signIn(hosts, browser, email) };
    },
    isRefused: isSignInRefused,
  },
  'a confirmation': {
    lies: { ...LIES, ...LIES_OF_USE, ...FOREIGN_PASSKEY },
    async reach({ browser }) {
      hosts.clock.advance(11 * MINUTE);
      return { browser, page: await open(browser, '/account/two-step') };
    },
    isRefused: ({ status, url }) => status === 400 && url.pathname === '/confirm',
  },
  'taking back a change of address': {
    lies: { ...LIES, ...LIES_OF_USE, ...FOREIGN_PASSKEY },
    given: changeAddress,
    async reach({ email }) {
      const browser = new Browser();
      return { browser, page: await browser.open(links.get(email) ?? '') };
    },
    values: { password: 'four unrelated words here' },
    isRefused: ({ status, url }) => status === 400 && url.pathname === '/take-back',
    isTaken: ({ url }) => url.pathname === '/take-back/done',
  },
};

/** The links that the former addresses got. */
const links = new Map<string, string>();

async function changeAddress({ browser, email }: Person): Promise<void> {
  const { id, emailKey } = await accountAt(hosts, email);
  await hosts.ports.accounts.setEmailVerified(id, emailKey, hosts.clock.now());
  // A young passkey is not asked for. Time that passed would end the sessions of others.
  const monthAgo = hosts.clock.now() - 31 * 24 * 60 * MINUTE;
  await hosts.execute('update passkeys set created_at = ? where account_id = ?', monthAgo, id);
  const form = (await account(hosts, browser)).form({ action: '/account/email' });
  const waits = await browser.submit(form, { email: newEmail(), password: PASSWORD });
  const [proof] = await sentProofs(hosts, email, 'change');
  await browser.submit(waits.form({ fields: ['code'] }), { code: proof?.code ?? '' }, { press: 'prove' });
  links.set(email, `${hosts.authUrl}/take-back?token=${(await mailsTo(hosts, email)).at(-1)?.token}`);
}

describe.each(Object.entries(PLACES))(
  'contract 23: %s',
  (_, { lies, given, reach, values = {}, isRefused, isTaken }) => {
    let person: Person;
    let place: { browser: Browser; page: Page };
    const answer = ({ said, with: signing = person.key }: Lie) =>
      answerWith(hosts, place.browser, place.page, signing, { ...said, values });
    beforeAll(async () => {
      person = await personWithPasskey(hosts);
      await given?.(person);
      place = await reach(person);
      foreign = await foreignChallenges();
    });

    test.each(Object.keys(lies))('refuses %s', async (name) => {
      expect(isRefused(await answer(lies[name]?.(person.key) ?? {}))).toBe(true);
    });

    test('refuses a challenge of five minutes ago, and then takes a fresh one', async () => {
      const challenge = await challengeIn(place.browser, place.page);
      hosts.clock.advance(5 * MINUTE);
      place = await reach(person);
      expect(isRefused(await answer({ said: { challenge } }))).toBe(true);
      const taken = await answer({});
      expect(isTaken ? isTaken(taken) : (await account(hosts, place.browser)).url.pathname === '/account').toBe(true);
    });
  },
);

describe('contract 23: adding', () => {
  let person: GivenPerson;
  let page: Page;
  beforeAll(async () => {
    person = await givenPerson(hosts);
    page = await open(person.browser, '/account/passkeys');
    foreign = await foreignChallenges();
  });
  async function add(said: Partial<Said>): Promise<Page> {
    const userHandle = promptIn(page)?.options.user?.id ?? '';
    const challenge = await challengeIn(person.browser, page);
    const { response } = authenticatorOf(hosts).create({ challenge, ...said, userHandle });
    return person.browser.submit(page.form({ fields: ['passkey'] }), { passkey: response });
  }

  test.each(Object.keys(LIES))('refuses %s', async (name) => {
    expect((await add(LIES[name]?.().said ?? {})).status).toBe(400);
  });

  test('refuses a challenge of five minutes ago, and one that added a passkey', async () => {
    const challenge = await challengeIn(person.browser, page);
    hosts.clock.advance(5 * MINUTE);
    expect((await add({ challenge })).status).toBe(400);
    const fresh = await challengeIn(person.browser, page);
    expect((await add({ challenge: fresh })).url.search).toBe('?notice=added');
    expect((await add({ challenge: fresh })).status).toBe(400);
    expect(promptIn(await open(person.browser, '/account/passkeys'))?.options.excludeCredentials).toHaveLength(1);
  });
});
