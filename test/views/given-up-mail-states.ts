// Every designed state of the page of mails that were given up, by name.
import type { GivenUpMail } from '../../src/core/mail/mail-store.ts';
import { type GivenUpMailsProps, renderGivenUpMails } from '../../src/views/console/given-up-mails.tsx';
import type { Language } from '../../src/views/parts/page.ts';
import { contextIn } from './contexts.ts';

type State = (language: Language) => string;

const AT = Date.UTC(2026, 9, 3, 14, 5);

const mail = (at: number, over: Partial<GivenUpMail> = {}): GivenUpMail => ({
  id: `${at}`.padStart(32, '0'),
  kind: 'verify-email',
  createdAt: AT,
  endedAt: AT + 86_400_000,
  tries: 31,
  failure: 'expired',
  ...over,
});

const mails =
  (over: Partial<GivenUpMailsProps> = {}): State =>
  (language) =>
    renderGivenUpMails(
      contextIn(language, {
        signedInAs: { email: 'mina.kim@example.com', nickname: 'Mina', logoutCsrf: 'token', severalSignedIn: false },
      }),
      {
        mails: [
          mail(1),
          mail(2, { kind: 'invitation', tries: 1, failure: 'RCPT TO 550 5.1.1' }),
          mail(3, { kind: 'password-changed', tries: 1, failure: 'address' }),
          mail(4, { kind: 'reset-password', failure: `connect ${'mail-server.'.repeat(12)}example ECONNREFUSED` }),
        ],
        later: false,
        nextAfter: undefined,
        ...over,
      },
    );

export const GIVEN_UP_MAIL_STATES: Readonly<Record<string, State>> = {
  'console-mails': mails(),
  'console-mails-pages': mails({ later: true, nextAfter: `${AT}.${'0'.repeat(32)}` }),
  'console-mails-empty': mails({ mails: [] }),
};
