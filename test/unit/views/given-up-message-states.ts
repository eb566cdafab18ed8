// Every designed state of the page of messages that were given up, by name.
import type { GivenUpMessage } from '../../../src/core/operating/given-up/given-up-store.ts';
import { readDelivered } from '../../../src/core/sign-in/sessions/form-delivery.ts';
import { type GivenUpMessagesProps, renderGivenUpMessages } from '../../../src/views/console/given-up-messages.tsx';
import type { Language } from '../../../src/views/page/page.ts';
import { contextIn } from './contexts.ts';

type State = (language: Language) => string;

const AT = Date.UTC(2026, 9, 3, 14, 5);

const facts = (at: number) => ({
  id: `${at}`.padStart(32, '0'),
  createdAt: AT,
  endedAt: AT + 86_400_000,
  tries: 13,
  failure: 'answered 503',
  applicationId: '7'.repeat(32),
  applicationName: 'Acme Shop',
  host: 'shop.acme.example',
});
const NO_APPLICATION = { applicationId: undefined, applicationName: undefined, host: undefined };

type Mail = Extract<GivenUpMessage, { kind: 'mail' }>;
const mail = (at: number, type: Mail['type'], over: Partial<Pick<Mail, 'tries' | 'failure'>>): GivenUpMessage => ({
  ...{ ...facts(at), ...NO_APPLICATION, kind: 'mail', type },
  ...over,
});

const GIVEN_UP: readonly GivenUpMessage[] = [
  { ...facts(1), kind: 'event', type: 'account.deleted' },
  { ...facts(2), kind: 'logout', type: undefined, failure: 'tls DEPTH_ZERO_SELF_SIGNED_CERT', host: 'localhost:8443' },
  mail(3, 'verify-email', { tries: 31, failure: 'expired' }),
  mail(4, 'invitation', { tries: 1, failure: 'RCPT TO 550 5.1.1' }),
  mail(5, 'password-changed', { tries: 1, failure: 'address' }),
  mail(6, 'reset-password', { failure: `connect ${'mail-server.'.repeat(12)}example ECONNREFUSED` }),
  {
    ...{ ...facts(7), kind: 'event', type: 'consent.changed', failure: 'endpoint-disabled', host: undefined },
    applicationName: 'The official companion of the Acme shop, its forum and its games '.repeat(3),
  },
  // Of a later version.
  mail(10, 'of-tomorrow' as Mail['type'], {}),
  { ...facts(8), ...NO_APPLICATION, kind: 'event', type: undefined },
  { ...facts(9), ...NO_APPLICATION, kind: 'logout', type: undefined, tries: 1, failure: 'answered 400' },
];

const MESSAGES = GIVEN_UP.map((message) => ({
  ...message,
  lastTry: message.kind === 'mail' ? undefined : readDelivered(message.failure),
}));

const messages =
  (over: Partial<GivenUpMessagesProps> = {}): State =>
  (language) =>
    renderGivenUpMessages(
      contextIn(language, {
        signedInAs: { email: 'mina.kim@example.com', nickname: 'Mina', logoutCsrf: 'token', severalSignedIn: false },
        staff: 'operator',
      }),
      { given: MESSAGES, kind: undefined, trouble: undefined, later: false, nextAfter: undefined, ...over },
    );

export const GIVEN_UP_MESSAGE_STATES: Readonly<Record<string, State>> = {
  'console-messages': messages(),
  'console-messages-pages': messages({ kind: 'mail', later: true, nextAfter: `${AT}.${'0'.repeat(32)}` }),
  'console-messages-trouble': messages({
    trouble: { reason: 'MAIL FROM 550 5.7.60', since: AT },
    given: MESSAGES.slice(0, 2),
  }),
  'console-messages-empty': messages({ given: [] }),
  'console-messages-none-of-kind': messages({ given: [], kind: 'logout' }),
};
