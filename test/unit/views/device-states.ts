// The states of the pages for signing in on a device without a browser.
import { renderDeviceAnswered, renderUserCode, type UserCodeProps } from '../../../src/views/devices/user-code.tsx';
import type { ConsentProps, Language } from '../../../src/views/page/page.ts';
import { renderConsent } from '../../../src/views/pages/consent.tsx';
import { contextIn } from './contexts.ts';

type State = (language: Language) => string;

const userCode =
  (over: Partial<UserCodeProps> = {}): State =>
  (language) =>
    renderUserCode(contextIn(language), {
      action: '/device',
      csrf: 'token',
      typed: '',
      isFilledIn: false,
      signedIn: { email: 'mina.kim@example.com', nickname: 'Mina' },
      otherAccountHref: '/login?to=/device',
      faults: [],
      limitedForMinutes: undefined,
      ...over,
    });

const wrong = [{ path: ['user_code'], code: 'user-code-wrong', detail: '' }];

/** @param consentProps those of the consent page */
export const deviceStates = (
  consentProps: (over: Partial<ConsentProps>) => ConsentProps,
): Readonly<Record<string, State>> => {
  const confirm =
    (over: Partial<ConsentProps> = {}): State =>
    (language) =>
      renderConsent(contextIn(language), consentProps({ shownTo: undefined, to: { device: 'WDJB-MJHT' }, ...over }));
  return {
    device: userCode(),
    'device-filled': userCode({ typed: 'WDJB-MJHT', isFilledIn: true }),
    'device-wrong': userCode({ typed: 'WDJB-MJHX', faults: wrong }),
    'device-limited': userCode({ typed: 'WDJB-MJHX', limitedForMinutes: 15 }),
    'consent-device': confirm(),
    'consent-device-nothing': confirm({ items: [] }),
    'device-done': (language) => renderDeviceAnswered(contextIn(language), 'done'),
    'device-denied': (language) => renderDeviceAnswered(contextIn(language), 'denied'),
  };
};
