// K10: what strangers write stays text, in every prop of every page.

import { beforeAll, describe, expect, it } from 'vitest';
import type { ReceiptTexts } from '../../../src/core/applications/receipts/receipt.ts';
import { CONSENT_ITEMS } from '../../../src/core/ground/consent-items.ts';
import { DOCUMENT_KINDS } from '../../../src/core/ground/document.ts';
import { ACTIVITY_KINDS, type ActivityData } from '../../../src/core/people/activities/activity.ts';
import { renderAccount } from '../../../src/views/account/account.tsx';
import type { AccountProps } from '../../../src/views/account/account-props.ts';
import { renderDelete, renderLeft } from '../../../src/views/account/delete.tsx';
import { renderTwoStep } from '../../../src/views/account/two-step.tsx';
import { renderWelcome } from '../../../src/views/console/welcome.tsx';
import { renderButtonPage } from '../../../src/views/developers/button.tsx';
import { renderErrors } from '../../../src/views/developers/errors.tsx';
import { renderDocuments } from '../../../src/views/documents/documents.tsx';
import { ACCOUNT_PAGES } from '../../../src/views/page/account-pages.ts';
import type { DocumentBox } from '../../../src/views/page/document-row.ts';
import type { InvitationProps, PageContext } from '../../../src/views/page/page.ts';
import { renderCatalogue } from '../../../src/views/pages/catalogue.tsx';
import { renderConfirm } from '../../../src/views/pages/confirm.tsx';
import { renderConsent } from '../../../src/views/pages/consent.tsx';
import { renderError } from '../../../src/views/pages/error.tsx';
import { renderForgotPassword, renderResetRequested } from '../../../src/views/pages/forgot-password.tsx';
import { renderFormPost } from '../../../src/views/pages/form-post.tsx';
import { renderHome } from '../../../src/views/pages/home.tsx';
import { renderInvitation } from '../../../src/views/pages/invitation.tsx';
import { renderRestoreAccount } from '../../../src/views/pages/restore-account.tsx';
import { renderSecondStep } from '../../../src/views/pages/second-step.tsx';
import { renderSetPassword } from '../../../src/views/pages/set-password.tsx';
import { renderSetup } from '../../../src/views/pages/setup.tsx';
import { renderSignIn } from '../../../src/views/pages/sign-in.tsx';
import { renderSignOut } from '../../../src/views/pages/sign-out.tsx';
import { renderSignUp } from '../../../src/views/pages/sign-up.tsx';
import { renderSignedOut } from '../../../src/views/pages/signed-out.tsx';
import { renderVerify, renderVerifyLink } from '../../../src/views/pages/verify.tsx';
import { HOSTILE_CONSOLE } from './console-hostile.ts';
import { brand, contextIn } from './contexts.ts';
import { PAYLOAD_TEXTS, PAYLOADS, readTags } from './payloads.ts';
import { accountProps, activity, connection, everyRow, receipt, session } from './people.ts';
import { forgotProps, verifyLinkProps, verifyProps } from './verification-states.ts';

const hostileContext = (text: string): PageContext =>
  contextIn('en', {
    brand: {
      ...brand,
      serviceName: text,
      supportContact: text,
      termsUrl: text,
      privacyUrl: text,
    },
    languageHrefs: { en: text, ko: text },
    signedInAs: { email: text, nickname: text, logoutCsrf: text, severalSignedIn: false },
  });

const hostileApplication = (text: string) => ({
  name: text,
  homepageUri: text,
  privacyPolicyUri: text,
  termsUri: text,
});
const hostileFault = (text: string) => [
  { path: [text], code: text, detail: text, values: { maximum: text } },
  { path: [], code: 'text-too-long', detail: text, values: { maximum: text } },
  { path: ['email'], code: '__proto__', detail: text },
];
const typed = (text: string) => ({
  nickname: text,
  picture: text,
  name: text,
  gender: text,
  birthdate: text,
  website: text,
  locale: text,
  zoneinfo: text,
  phone_number: text,
  street_address: text,
  locality: text,
  region: text,
  postal_code: text,
  country: text,
});

const hostileDocuments = (text: string): DocumentBox[] =>
  DOCUMENT_KINDS.map((kind) => ({
    box: text,
    kind,
    required: kind === 'agree',
    version: text,
    title: text,
    titleLanguage: undefined,
    uri: text,
    ticked: false,
    agreedBeforeAt: 1,
  }));

const hostileInvitation = (text: string): InvitationProps => ({
  action: text,
  csrf: text,
  application: hostileApplication(text),
  invitation: { role: 'editor', inviterEmail: text, expiresAt: 0 },
  signedIn: { email: text, nickname: text },
  isMeant: true,
  belongsHref: undefined,
  signInHref: text,
  signUpHref: text,
  faults: hostileFault(text),
});

const PAGES: Record<string, (text: string) => string> = {
  'sign in': (text) =>
    renderSignIn(hostileContext(text), {
      action: text,
      csrf: text,
      csrfOfDevice: text,
      application: hostileApplication(text),
      signUpHref: text,
      email: text,
      persistent: true,
      faults: hostileFault(text),
      limitedForMinutes: undefined,
      continueAs: { email: text, href: text },
      again: undefined,
      sessionEnded: true,
    }),
  'sign in again': (text) =>
    renderSignIn(hostileContext(text), {
      action: text,
      csrf: text,
      csrfOfDevice: text,
      application: hostileApplication(text),
      signUpHref: undefined,
      email: text,
      persistent: true,
      faults: hostileFault(text),
      limitedForMinutes: undefined,
      continueAs: undefined,
      again: { nickname: text, otherAccountHref: text },
      sessionEnded: false,
    }),
  'sign in that answers a form': (text) =>
    renderSignIn(
      {
        ...hostileContext(text),
        languageForm: { csrf: text, kept: [[text, text]], faultsField: text },
      },
      {
        action: text,
        csrf: text,
        csrfOfDevice: text,
        application: undefined,
        signUpHref: undefined,
        email: text,
        persistent: false,
        faults: hostileFault(text),
        limitedForMinutes: undefined,
        continueAs: undefined,
        again: undefined,
        sessionEnded: false,
      },
    ),
  'sign up': (text) =>
    renderSignUp(hostileContext(text), {
      action: text,
      csrf: text,
      application: hostileApplication(text),
      signInHref: text,
      values: { email: text, nickname: text },
      boxes: { documents: hostileDocuments(text), age: { years: 14, ticked: false } },
      faults: hostileFault(text),
      limited: undefined,
    }),
  documents: (text) =>
    renderDocuments(hostileContext(text), {
      action: text,
      csrf: text,
      application: hostileApplication(text),
      documents: hostileDocuments(text),
      signedIn: { email: text, nickname: text },
      otherAccountHref: text,
      faults: hostileFault(text),
    }),
  consent: (text) =>
    renderConsent(hostileContext(text), {
      action: text,
      csrf: text,
      shownTo: text,
      application: hostileApplication(text),
      items: [
        ...everyRow({ purpose: text, value: text }),
        ...everyRow({ purpose: text, value: undefined, typed: typed(text) }),
      ],
      signedIn: { email: text, nickname: text },
      otherAccountHref: text,
      to: { host: text },
      faults: hostileFault(text),
      firstTime: true,
    }),
  'form post': (text) =>
    renderFormPost(hostileContext(text), { action: text, fields: [['state', text]], destination: text }),
  error: (text) =>
    renderError(hostileContext(text), {
      status: 400,
      code: 'bad-request',
      requestId: text,
      developerDetail: text,
      helpHref: text,
      next: { href: text },
    }),
  'sign out': (text) =>
    renderSignOut(hostileContext(text), {
      action: text,
      csrf: text,
      application: text,
      people: [{ email: text, nickname: text }],
      returnHost: text,
      fault: { code: text, requestId: text, detail: text, helpHref: text },
    }),
  'signed out': (text) =>
    renderSignedOut(hostileContext(text), { code: text, requestId: text, detail: text, helpHref: text }),
  setup: (text) =>
    renderSetup(hostileContext(text), {
      action: text,
      csrf: text,
      values: { email: text, nickname: text },
      boxes: { documents: hostileDocuments(text) },
      faults: hostileFault(text),
    }),
  welcome: (text) =>
    renderWelcome(hostileContext(text), {
      address: { url: text, reach: 'everybody', trouble: undefined },
      hasApplication: true,
    }),
  verify: (text) =>
    renderVerify(
      hostileContext(text),
      verifyProps({
        ...{ action: text, csrf: text, email: text, faults: hostileFault(text) },
        goesBack: {
          askedAt: 0,
          factors: [{ id: text, passkeyName: text, createdAt: 0, lastUsedAt: 0, isRecent: true, mayRemove: true }],
          ticked: undefined,
        },
      }),
    ),
  'verify link': (text) =>
    renderVerifyLink(
      hostileContext(text),
      verifyLinkProps({ action: text, csrf: text, here: { email: text }, faults: hostileFault(text) }),
    ),
  'verify link elsewhere': (text) =>
    renderVerifyLink(hostileContext(text), verifyLinkProps({ here: undefined, code: text })),
  'forgot password': (text) =>
    renderForgotPassword(
      hostileContext(text),
      forgotProps({ action: text, csrf: text, email: text, signInHref: text, faults: hostileFault(text) }),
    ),
  'reset requested': (text) => renderResetRequested(hostileContext(text), { againHref: text, signInHref: text }),
  invitation: (text) => renderInvitation(hostileContext(text), hostileInvitation(text)),
  'invitation of a stranger': (text) =>
    renderInvitation(hostileContext(text), { ...hostileInvitation(text), signedIn: undefined }),
  'invitation of a member': (text) =>
    renderInvitation(hostileContext(text), { ...hostileInvitation(text), belongsHref: text }),
  'set password': (text) =>
    renderSetPassword(hostileContext(text), {
      action: text,
      csrf: text,
      email: text,
      claim: {
        createdAt: 0,
        applications: [text],
        hasSecondFactor: true,
        teams: [text],
        hasPasskeys: true,
        choices: ['start-empty', 'keep', 'prove-factor'],
      },
      choice: text,
      faults: hostileFault(text),
    }),
  confirm: (text) =>
    renderConfirm(hostileContext(text), {
      action: text,
      csrf: text,
      email: text,
      asksCode: true,
      backHref: text,
      kept: [[text, text]],
      faults: hostileFault(text),
      limitedForMinutes: 1,
    }),
  'second step': (text) =>
    renderSecondStep(hostileContext(text), {
      action: text,
      csrf: text,
      half: text,
      application: hostileApplication(text),
      mayTrust: true,
      recovery: true,
      startOverHref: text,
      faults: hostileFault(text),
      limitedForMinutes: 1,
    }),
  'two-step verification': (text) =>
    renderTwoStep(hostileContext(text), {
      action: '/account/two-step',
      csrf: text,
      enrolment: { uri: text, secretText: text, sealed: text },
      recoveryCodesLeft: 0,
      recoveryCodes: undefined,
      faults: hostileFault(text),
    }),
  'deletion of an account': (text) =>
    renderDelete(hostileContext(text), {
      notBefore: undefined,
      codeSentTo: undefined,
      limitedForMinutes: undefined,
      csrf: text,
      days: 7,
      owned: [{ id: text, name: text }],
      faults: hostileFault(text),
    }),
  'account left': (text) => renderLeft(hostileContext(text), 1),
  'account to restore': (text) =>
    renderRestoreAccount(hostileContext(text), {
      action: text,
      csrf: text,
      proof: text,
      email: text,
      until: 1,
      otherHref: text,
      faults: hostileFault(text),
    }),
  'recovery codes': (text) =>
    renderTwoStep(hostileContext(text), {
      action: '/account/two-step',
      csrf: text,
      enrolment: undefined,
      recoveryCodesLeft: 9,
      recoveryCodes: [text],
      faults: [],
    }),
  home: (text) => renderHome(hostileContext(text), { signInHref: text, signUpHref: text }),
  'home of a stranger': (text) =>
    renderHome({ ...hostileContext(text), signedInAs: undefined }, { signInHref: text, signUpHref: text }),
  catalogue: (text) =>
    renderCatalogue(hostileContext(text), { entries: [{ item: 'nickname', claims: [text], scopes: [text] }] }),
  errors: (text) =>
    renderErrors(hostileContext(text), {
      query: text,
      chapters: [
        { id: text, title: text, entries: [{ code: text, reportedAs: [text], title: text, cause: text, cure: text }] },
      ],
    }),
  'sign-in button': (text) => renderButtonPage(hostileContext(text), { authUrl: text }),
};

const hostileReceipt = (text: string): ReceiptTexts => ({
  application: {
    ...{ name: text, homepageUri: text, privacyPolicyUri: text, termsUri: text },
    ...{ companyName: text, companyCountry: text },
  },
  items: [{ item: 'email', consent: 'optional', agreed: true, purpose: text, retention: text }],
});

const hostileActivity = (text: string): ActivityData => ({ network: text, name: text, action: text });

const hostileAccount = (page: AccountProps['page']) => (text: string) => {
  const { street_address, locality, region, postal_code, country, ...claims } = typed(text);
  return renderAccount(
    hostileContext(text),
    accountProps({
      page,
      csrf: text,
      account: { ...accountProps().account, email: text },
      profile: { ...claims, address: { street_address, locality, region, postal_code, country } },
      connections: [
        connection(0, {
          applicationId: text,
          name: text,
          homepageUri: text,
          items: CONSENT_ITEMS.map((item) => ({ item, consent: 'optional', agreed: true, value: text })),
        }),
      ],
      opened: { applicationId: text, name: text, query: `?${text}`, backHref: 'https://acme.example/' },
      sessions: [session(0), session(1, { id: text, browser: text, system: text, network: text })],
      name: text,
      activities: ACTIVITY_KINDS.map((kind, at) =>
        activity(at, { kind, applicationName: text, browser: text, system: text, data: hostileActivity(text) }),
      ),
      readable: JSON.stringify({ nickname: text }),
      receipts: [receipt(0, { texts: hostileReceipt(text) })],
      documents: hostileDocuments(text).map((row) => ({ ...row, agreed: { version: text, at: 1 } })),
      faultsIn: 'profile',
      faults: hostileFault(text),
    }),
  );
};

for (const page of [...ACCOUNT_PAGES, 'application', 'receipts'] as const)
  PAGES[`account: ${page}`] = hostileAccount(page);

for (const [page, render] of Object.entries(HOSTILE_CONSOLE)) {
  PAGES[`console: ${page}`] = (text) => render(hostileContext(text), text, hostileFault(text));
}

/** The page's elements and attribute names: what a text must not change. */
const shapeOf = (html: string): string[] => shapeOfTags(readTags(html));

const shapeOfTags = (tags: ReturnType<typeof readTags>): string[] =>
  tags
    .filter(({ name }) => name !== 'wbr' && name !== 'option')
    .map(({ name, attributes }) => `${name} ${[...attributes.keys()].join(' ')}`);

const isHarmlessLink = (href: string): boolean =>
  /^(?:\/(?![/\\])|\?|#)/.test(href) || href.startsWith('https://') || href.startsWith('mailto:');

describe('K10: texts of strangers stay texts', () => {
  it('K10: the battery has at least 60 payloads', () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(60);
  });

  it('K10: the check itself sees markup that was let through', () => {
    expect(shapeOf('<p>plain</p>')).toEqual(['p ']);
    expect(shapeOf('<p><img src=x onerror=alert(1)></p>')).toEqual(['p ', 'img src x onerror alert(1)']);
    expect(shapeOf('<input value="" autofocus onfocus="x">')).toEqual(['input value autofocus onfocus']);
  });

  describe.each(Object.entries(PAGES))('%s', (page, render) => {
    /** Each page is rendered and read once with each text. */
    let pages: readonly (readonly [text: string, tags: ReturnType<typeof readTags>])[] = [];
    beforeAll(() => {
      pages = PAYLOAD_TEXTS.map((text) => [text, readTags(render(text))]);
    });

    it(`K10: no payload adds an element or attribute to the page "${page}"`, () => {
      const allowed = new Set(shapeOf(render('plain')));
      for (const [text, tags] of pages) {
        // Links to owners' pages and contacts appear only for https and mail: the shape may lack them or have them.
        const links = ['a href target rel', 'span class', 'a href rel', 'bdi '];
        const added = shapeOfTags(tags).filter((tag) => !allowed.has(tag) && !links.includes(tag));
        expect(added, text).toEqual([]);
      }
    });

    it(`K10: every link and form of the page "${page}" leads where links may lead`, () => {
      for (const [text, tags] of pages) {
        const links = tags.flatMap(({ attributes }) =>
          ['href', 'action', 'src', 'formaction'].map((name) => attributes.get(name)),
        );
        const harmful = links.filter((link) => link !== undefined && !isHarmlessLink(link));
        expect(harmful, text).toEqual([]);
      }
    });
  });

  it('K10: a link of an owner opens only as https, without user and password', () => {
    const html = PAGES.consent?.('https://user:password@evil.example/') ?? '';
    expect(html).not.toContain('href="https://user');
  });
});
