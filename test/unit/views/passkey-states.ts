// Every designed state of the page of passkeys, by name.
import { type PasskeyRow, type PasskeysProps, renderPasskeys } from '../../../src/views/account/passkeys.tsx';
import type { Language } from '../../../src/views/page/page.ts';
import type { PasskeyPrompt } from '../../../src/views/page/passkey-prompt.ts';
import { type PasskeyOfferProps, renderPasskeyOffer } from '../../../src/views/passkeys/offer.tsx';
import { contextIn } from './contexts.ts';
import { ARABIC_NAME, application, fault, times, UNBROKEN_NAME } from './people.ts';

type State = (language: Language) => string;

export const PROMPT: PasskeyPrompt = { kind: 'get', options: { rpId: 'localhost' }, challenge: 'AAAA' };

const AT = Date.UTC(2026, 9, 3, 14, 5);

const passkey = (id: string, over: Partial<PasskeyRow> = {}): PasskeyRow => ({
  id,
  name: 'Chrome, Windows',
  backedUp: true,
  createdAt: AT,
  lastUsedAt: AT + 86_400_000,
  counterFellAt: undefined,
  isUsable: true,
  isLast: false,
  isRenamed: false,
  ...over,
});

const passkeys =
  (over: Partial<PasskeysProps> = {}): State =>
  (language) =>
    renderPasskeys(
      contextIn(language, {
        signedInAs: { email: 'mina.kim@example.com', nickname: 'Mina', logoutCsrf: 'token', severalSignedIn: false },
      }),
      {
        csrf: 'token',
        passkeys: [passkey('k1'), passkey('k2', { name: 'YubiKey 5', backedUp: false, lastUsedAt: undefined })],
        most: 20,
        prompt: { ...PROMPT, kind: 'create' },
        signals: [{ method: 'signalAllAcceptedCredentials', options: {} }],
        notice: undefined,
        faults: [],
        ...over,
      },
    );

const offer =
  (over: Partial<PasskeyOfferProps> = {}): State =>
  (language) =>
    renderPasskeyOffer(contextIn(language), {
      action: '/passkeys/offer',
      csrf: 'token',
      application: undefined,
      prompt: { ...PROMPT, kind: 'create' },
      isDemanded: false,
      faults: [],
      ...over,
    });

export const PASSKEY_STATES: Readonly<Record<string, State>> = {
  'passkey-offer': offer(),
  'passkey-offer-application': offer({ application: application() }),
  'passkey-offer-demanded': offer({ isDemanded: true }),
  'passkey-offer-refused': offer({ faults: [fault(undefined, 'passkey-wrong')] }),
  'account-passkeys': passkeys(),
  'account-passkeys-none': passkeys({ passkeys: [] }),
  'account-passkeys-added': passkeys({ notice: 'added', passkeys: [passkey('k1')] }),
  'account-passkeys-removed': passkeys({ notice: 'removed', passkeys: [] }),
  'account-passkeys-last': passkeys({ passkeys: [passkey('k1', { isLast: true })] }),
  'account-passkeys-odd': passkeys({
    passkeys: [
      passkey('k1', { name: ARABIC_NAME, isUsable: false }),
      passkey('k2', { name: UNBROKEN_NAME, counterFellAt: AT }),
    ],
  }),
  'account-passkeys-full': passkeys({ passkeys: times(20, (at) => passkey(`k${at}`)), prompt: undefined }),
  'account-passkeys-refused': passkeys({ faults: [fault(undefined, 'passkey-wrong')] }),
  'account-passkeys-name': passkeys({
    passkeys: [passkey('k1', { isRenamed: true }), passkey('k2')],
    faults: [fault('name', 'passkey-name')],
  }),
};
