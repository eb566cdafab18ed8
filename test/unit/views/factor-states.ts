// Every designed state of the pages of two-step verification, by name.
import { renderTwoStep, type TwoStepProps } from '../../../src/views/account/two-step.tsx';
import { type DemandedFactorProps, renderDemandedFactor } from '../../../src/views/factors/demanded-factor.tsx';
import { renderFactorsAfterReset } from '../../../src/views/factors/factors-after-reset.tsx';
import type { Language } from '../../../src/views/page/page.ts';
import { renderSecondStep, type SecondStepProps } from '../../../src/views/pages/second-step.tsx';
import { contextIn } from './contexts.ts';
import { PROMPT } from './passkey-states.ts';
import { fault, LONG_NAME, times } from './people.ts';

type State = (language: Language) => string;

const ENROLMENT = {
  uri: 'otpauth://totp/Latchkey:mina.kim%40example.com?issuer=Latchkey&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  secretText: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  sealed: 'sealed',
};
const TRUSTED_UNTIL = Date.UTC(2030, 4, 3, 14, 5);
const RESET_FACTOR = { createdAt: TRUSTED_UNTIL, lastUsedAt: undefined };
const CARD = { homepageUri: undefined, privacyPolicyUri: undefined, termsUri: undefined };

const secondStep =
  (over: Partial<SecondStepProps> = {}): State =>
  (language) =>
    renderSecondStep(contextIn(language), {
      action: '/login',
      csrf: 'token',
      half: 'half',
      application: { name: 'Acme Shop', ...CARD },
      mayTrust: false,
      recovery: false,
      startOverHref: '/login',
      faults: [],
      limitedForMinutes: undefined,
      ...over,
    });

const twoStep =
  (over: Partial<TwoStepProps> = {}): State =>
  (language) =>
    renderTwoStep(
      contextIn(language, {
        signedInAs: { email: 'mina.kim@example.com', nickname: 'Mina', logoutCsrf: 'token', severalSignedIn: false },
      }),
      {
        action: '/account/two-step',
        csrf: 'token',
        enrolment: undefined,
        recoveryCodesLeft: 10,
        recoveryCodes: undefined,
        faults: [],
        ...over,
      },
    );

const demandedFactor =
  (over: Partial<DemandedFactorProps> = {}): State =>
  (language) =>
    renderDemandedFactor(contextIn(language), {
      action: '/second-factor',
      csrf: 'token',
      address: { email: 'mina.kim@example.com', isFormer: false },
      asks: 'mail',
      twoStepHref: '/account/two-step?to=/console',
      passkeyHref: '/passkeys/offer?to=/console',
      mayCancel: false,
      faults: [],
      limitedForMinutes: undefined,
      ...over,
    });

export const FACTOR_STATES: Readonly<Record<string, State>> = {
  'second-step': secondStep(),
  'second-step-alone': secondStep({ application: undefined }),
  'second-step-long': secondStep({ application: { name: LONG_NAME, ...CARD } }),
  'second-step-wrong': secondStep({ faults: [fault('code', 'code-wrong')] }),
  'second-step-resting': secondStep({ faults: [fault('code', 'codes-resting')] }),
  'second-step-limited': secondStep({ limitedForMinutes: 14 }),
  'second-step-recovery': secondStep({ recovery: true }),
  'second-step-trust': secondStep({ mayTrust: true }),
  'second-step-passkey': secondStep({ passkey: PROMPT }),
  'second-step-passkey-alone': secondStep({ passkey: PROMPT, hasCodes: false }),
  'second-step-passkey-wrong': secondStep({ passkey: PROMPT, faults: [fault(undefined, 'passkey-wrong')] }),
  'account-two-step-enrol': twoStep({ enrolment: ENROLMENT }),
  'account-two-step-enrol-wrong': twoStep({ enrolment: ENROLMENT, faults: [fault('code', 'code-wrong')] }),
  'account-two-step-codes': twoStep({ recoveryCodes: times(10, (at) => `a${at}f2x-7tqm${at}`) }),
  'account-two-step-codes-gone': twoStep({ recoveryCodes: [] }),
  'account-two-step-on': twoStep(),
  'account-two-step-few': twoStep({ recoveryCodesLeft: 2 }),
  'account-two-step-trusted': twoStep({
    trustedDevices: [
      { id: 'd2', browser: 'Firefox 145', system: 'Windows', network: '192.0.2.0/24', expiresAt: TRUSTED_UNTIL },
      { id: 'd1', browser: undefined, system: undefined, network: '', expiresAt: TRUSTED_UNTIL },
    ],
  }),
  'account-two-step-onward': twoStep({
    onwardHref: '/console',
    recoveryCodes: times(10, (at) => `a${at}f2x-7tqm${at}`),
  }),
  'factors-after-reset': (language) =>
    renderFactorsAfterReset(contextIn(language), {
      action: '/password/factors',
      csrf: 'token',
      proof: 'proof',
      factors: [
        { ...RESET_FACTOR, id: 'k2', passkeyName: 'Phone', isRecent: true, mayRemove: true },
        { ...RESET_FACTOR, id: 'k1', passkeyName: LONG_NAME, isRecent: false, mayRemove: true },
        { ...RESET_FACTOR, id: 'codes', passkeyName: undefined, isRecent: false, mayRemove: false },
      ],
    }),
  'demanded-factor-mail': demandedFactor(),
  'demanded-factor-mail-in-doubt': demandedFactor({
    address: { email: 'mina.kim@former.example', isFormer: true },
  }),
  'demanded-factor-limited': demandedFactor({ limitedForMinutes: 14 }),
  'demanded-factor-code': demandedFactor({ asks: 'code' }),
  'demanded-factor-code-wrong': demandedFactor({ asks: 'code', faults: [fault('code', 'mailed-code-wrong')] }),
  'confirm-by-mail': demandedFactor({ onlyMail: true, backHref: '/account' }),
  'confirm-by-mail-code': demandedFactor({ onlyMail: true, asks: 'code', backHref: '/account' }),
  'demanded-factor-choice': demandedFactor({ asks: 'factor' }),
  'demanded-factor-choice-request': demandedFactor({ asks: 'factor', mayCancel: true }),
  'demanded-factor-code-request': demandedFactor({ asks: 'code', mayCancel: true }),
  'demanded-factor-choice-app': demandedFactor({ asks: 'factor', passkeyHref: undefined }),
};
