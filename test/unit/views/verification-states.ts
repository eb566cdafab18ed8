// The states of the pages that verify an address, and of those of a forgotten password.

import type { Claim } from '../../../src/core/people/verification/account-claim.ts';
import type { ListedFactor } from '../../../src/core/sign-in/factors/listed-factor.ts';
import {
  type ForgotPasswordProps,
  renderForgotPassword,
  renderResetRequested,
} from '../../../src/views/pages/forgot-password.tsx';
import { renderSetPassword, type SetPasswordProps } from '../../../src/views/pages/set-password.tsx';
import { renderTakeBack, renderTakenBack, type TakeBackProps } from '../../../src/views/pages/take-back.tsx';
import {
  renderVerify,
  renderVerifyLink,
  type VerifyLinkProps,
  type VerifyProps,
} from '../../../src/views/pages/verify.tsx';
import { contextIn } from './contexts.ts';
import { PROMPT } from './passkey-states.ts';
import { fault, LONG_NAME } from './people.ts';
import type { State } from './states.ts';

const LONG_EMAIL = `${'a-long-address.'.repeat(6)}@example.com`;

export const verifyProps = (over: Partial<VerifyProps> = {}): VerifyProps => ({
  action: '/verify/code',
  csrf: 'token',
  email: 'mina.kim@example.com',
  sent: true,
  faults: [],
  limitedForMinutes: undefined,
  ...over,
});

export const verifyLinkProps = (over: Partial<VerifyLinkProps> = {}): VerifyLinkProps => ({
  action: '/verify/link?token=abc',
  csrf: 'token',
  here: { email: 'mina.kim@example.com' },
  code: '12345678',
  faults: [],
  ...over,
});

export const forgotProps = (over: Partial<ForgotPasswordProps> = {}): ForgotPasswordProps => ({
  action: '/forgot-password',
  csrf: 'token',
  email: '',
  signInHref: '/login',
  faults: [],
  limitedForMinutes: undefined,
  ...over,
});

const CLAIM: Claim = {
  createdAt: Date.UTC(2026, 4, 3),
  applications: [],
  hasSecondFactor: false,
  teams: [],
  hasPasskeys: false,
  choices: ['start-empty', 'keep'],
};

const setPassword =
  (over: Partial<SetPasswordProps> = {}): State =>
  (language) =>
    renderSetPassword(contextIn(language), {
      action: '/password?token=abc',
      csrf: 'token',
      email: 'mina.kim@example.com',
      claim: undefined,
      choice: undefined,
      faults: [],
      ...over,
    });

/** Of a change that is taken back by hand. */
const BACK = {
  action: '/account/email/code',
  email: 'mina.kim@example.com',
  changesFrom: 'somebody@else.example',
} as const;
const ASKED_AT = Date.UTC(2030, 4, 3, 14, 5);
const ADDED = { createdAt: Date.UTC(2030, 3, 20, 9), lastUsedAt: Date.UTC(2030, 4, 1, 20) };
const FACTORS: readonly ListedFactor[] = [
  { ...ADDED, id: 'codes', passkeyName: undefined, isRecent: true, mayRemove: true },
  { ...ADDED, lastUsedAt: undefined, id: 'k2', passkeyName: LONG_NAME, isRecent: true, mayRemove: true },
  {
    ...ADDED,
    createdAt: Date.UTC(2029, 7, 2, 9),
    ...{ id: 'k1', passkeyName: 'Phone', isRecent: false, mayRemove: false },
  },
];

export const takeBackProps = (over: Partial<TakeBackProps> = {}): TakeBackProps => ({
  action: '/take-back?token=abc',
  csrf: 'token',
  email: 'mina.kim@example.com',
  askedAt: ASKED_AT,
  leavingUntil: undefined,
  asksCode: false,
  factors: [],
  ticked: undefined,
  faults: [],
  limitedForMinutes: undefined,
  ...over,
});

const verify =
  (over: Partial<VerifyProps> = {}): State =>
  (language) =>
    renderVerify(contextIn(language), verifyProps(over));
const link =
  (over: Partial<VerifyLinkProps> = {}): State =>
  (language) =>
    renderVerifyLink(contextIn(language), verifyLinkProps(over));
const forgot =
  (over: Partial<ForgotPasswordProps> = {}): State =>
  (language) =>
    renderForgotPassword(contextIn(language), forgotProps(over));

const takeBack =
  (over: Partial<TakeBackProps> = {}): State =>
  (language) =>
    renderTakeBack(contextIn(language), takeBackProps(over));

export const VERIFICATION_STATES: Readonly<Record<string, State>> = {
  'set-password': setPassword(),
  'set-password-fault': setPassword({ faults: [fault('password', 'password-too-short')] }),
  'set-password-claim': setPassword({ claim: CLAIM }),
  'set-password-claim-full': setPassword({
    claim: {
      ...CLAIM,
      applications: ['Acme Shop', 'The Very Long Name Of An Application That Fits Sixty Letters', '\u202Eevil'],
      hasSecondFactor: true,
      teams: ['Ledger', '\u202Eevil'],
      hasPasskeys: true,
      choices: ['start-empty', 'keep', 'prove-factor'],
    },
    choice: 'keep',
  }),
  'set-password-claim-fault': setPassword({
    claim: CLAIM,
    faults: [fault('password', 'password-too-short'), fault('choice', 'claim-choice-missing')],
  }),
  verify: verify({ action: '/verify', sent: false }),
  'verify-long': verify({ action: '/verify', sent: false, email: LONG_EMAIL }),
  'verify-limited': verify({ action: '/verify', sent: false, limitedForMinutes: 42 }),
  'verify-request': verify({ action: '/verify', sent: false, mayCancel: true }),
  'verify-sent-request': verify({ mayCancel: true }),
  'verify-sent': verify(),
  'verify-wrong': verify({ faults: [fault('code', 'mailed-code-wrong')] }),
  'verify-expired': verify({ faults: [fault(undefined, 'form-expired')] }),
  'sign-up-code': verify({ action: '/sign-up/code', isSignUp: true }),
  'sign-up-code-wrong': verify({
    action: '/sign-up/code',
    isSignUp: true,
    faults: [fault('code', 'mailed-code-wrong')],
  }),
  'email-code': verify({ action: '/account/email/code', changesFrom: 'mina.kim@old.example' }),
  'email-code-long': verify({ action: '/account/email/code', email: LONG_EMAIL, changesFrom: LONG_EMAIL }),
  'email-code-back': verify({ ...BACK, goesBack: { askedAt: ASKED_AT, factors: [], ticked: undefined } }),
  'email-code-back-factors': verify({ ...BACK, goesBack: { askedAt: ASKED_AT, factors: FACTORS, ticked: undefined } }),
  'email-code-back-fault': verify({
    ...BACK,
    goesBack: { askedAt: ASKED_AT, factors: FACTORS, ticked: ['codes'] },
    faults: [fault('code', 'mailed-code-wrong')],
  }),
  'take-back': takeBack(),
  'take-back-leaving': takeBack({ leavingUntil: Date.UTC(2030, 4, 10, 14, 5) }),
  'take-back-code': takeBack({ asksCode: true, email: LONG_EMAIL }),
  'take-back-fault': takeBack({
    asksCode: true,
    faults: [fault('code', 'code-wrong'), fault('password', 'password-too-short')],
  }),
  'take-back-passkey': takeBack({ passkey: PROMPT }),
  'take-back-passkey-code': takeBack({ passkey: PROMPT, asksCode: true }),
  'take-back-passkey-fault': takeBack({ passkey: PROMPT, faults: [fault(undefined, 'passkey-late')] }),
  'take-back-factors': takeBack({ factors: FACTORS }),
  'take-back-factors-fault': takeBack({
    factors: FACTORS.map((factor) => ({ ...factor, mayRemove: true })),
    ticked: ['codes'],
    faults: [fault('password', 'password-too-short')],
  }),
  'take-back-factors-passkey': takeBack({ factors: FACTORS.slice(2), passkey: PROMPT }),
  'take-back-limited': takeBack({ asksCode: true, limitedForMinutes: 9 }),
  'take-back-done': (language) => renderTakenBack(contextIn(language), { signInHref: '/login' }),
  'verify-link': link(),
  'verify-link-back': link({
    here: { email: BACK.email, goesBack: { askedAt: ASKED_AT, factors: FACTORS, ticked: undefined } },
  }),
  'verify-link-elsewhere': link({ here: undefined }),
  'verify-link-fault': link({ faults: [fault(undefined, 'form-expired')] }),
  'forgot-password': forgot(),
  'forgot-password-fault': forgot({ email: 'mina@', faults: [fault('email', 'email-malformed')] }),
  'forgot-password-limited': forgot({ email: 'mina@example.com', limitedForMinutes: 1 }),
  'forgot-password-sent': (language) =>
    renderResetRequested(contextIn(language), { againHref: '/forgot-password', signInHref: '/login' }),
};
