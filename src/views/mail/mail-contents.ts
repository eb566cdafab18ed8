// What each kind of mail says, before it is text or HTML. Links begin with the auth URL of the settings, never with
// anything from a request.
import type { MailFacts, MailKind } from '../../core/mail/mail-kinds.ts';
import { accountPath } from '../account/account-pages.ts';
import type { enFactorMail } from '../messages/en-factor-mail.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { codeText } from '../parts/number-text.ts';
import { timeText } from '../parts/time-text.tsx';
import type { MailContent, MailContext } from './mail-content.ts';
import { detailsOf } from './mail-details.ts';
import { applicationsReceived, operatorsTold } from './operators-mail.ts';

type Content<Kind extends MailKind> = (facts: MailFacts[Kind], context: MailContext, words: Words) => MailContent;

type Words = Messages['mail'];

const CONTENTS: { readonly [Kind in MailKind]: Content<Kind> } = {
  'password-changed': (act, context, words) => ({
    ...notice(words.kinds['password-changed'], context, accountPath('security')),
    details: detailsOf(act, context, words),
  }),
  'api-token-created': (act, context, words) => ({
    ...notice(words.kinds['api-token-created'], context, '/console/api-tokens'),
    details: detailsOf(act, context, words),
  }),
  'new-device': (act, context, words) => ({
    ...notice(words.kinds['new-device'], context, accountPath('devices')),
    details: detailsOf(act, context, words),
  }),
  'passkey-added': (act, context, words) => ({
    ...notice(words.kinds['passkey-added'], context, '/account/passkeys'),
    details: detailsOf(act, context, words),
  }),
  'passkey-removed': (act, context, words) => ({
    ...notice(words.kinds['passkey-removed'], context, '/account/passkeys'),
    details: detailsOf(act, context, words),
  }),
  'passkey-copied': (act, context, words) => ({
    ...notice(words.kinds['passkey-copied'], context, '/account/passkeys'),
    details: detailsOf(act, context, words),
  }),
  'passkey-synced': (act, context, words) => ({
    ...notice(words.kinds['passkey-synced'], context, '/account/passkeys'),
    details: detailsOf(act, context, words),
  }),
  'two-step-on': told('two-step-on', '/account/two-step'),
  'two-step-off': told('two-step-off', accountPath('security')),
  'factors-removed': told('factors-removed', '/login'),
  'recovery-codes-replaced': told('recovery-codes-replaced', '/account/two-step'),
  'recovery-code-used': told('recovery-code-used', '/account/two-step'),
  'wrong-codes': told('wrong-codes', accountPath('security')),
  invitation: ({ expiresAt, ...act }, context, words) => {
    const { language, service, authUrl, secrets } = context;
    const { invitation } = words.kinds;
    return {
      subject: invitation.subject(service),
      lines: [...invitation.lines(service), invitation.expires(timeText(expiresAt, language))],
      details:
        act.device === undefined
          ? [{ label: words.when, value: timeText(act.at, language) }]
          : detailsOf(act, context, words),
      advice: invitation.advice,
      action: { label: invitation.action, href: `${authUrl}/invitation?token=${secrets.token}` },
    };
  },
  'event-endpoint-disabled': ({ at, applicationId }, context, words) => ({
    ...notice(words.kinds['event-endpoint-disabled'], context, `/console/applications/${applicationId}/events`),
    details: [{ label: words.when, value: timeText(at, context.language) }],
  }),
  'verify-email': (act, context, words) => ({
    ...requested(words.kinds['verify-email'], context, '/verify/link'),
    code: context.secrets.code && codeText(context.secrets.code),
    details: detailsOf(act, context, words),
  }),
  'factor-code': (act, context, words) => ({
    ...requested(words.kinds['factor-code'], context, '/verify/link'),
    code: context.secrets.code && codeText(context.secrets.code),
    details: detailsOf(act, context, words),
  }),
  'delete-code': (act, context, words) => ({
    ...requested(words.kinds['delete-code'], context, '/verify/link'),
    code: context.secrets.code && codeText(context.secrets.code),
    details: detailsOf(act, context, words),
  }),
  'sign-up-code': (act, context, words) => ({
    ...requested(words.kinds['sign-up-code'], context, '/sign-up/link'),
    code: context.secrets.code && codeText(context.secrets.code),
    details: detailsOf(act, context, words),
  }),
  'account-exists': (act, context, words) => ({
    ...notice(words.kinds['account-exists'], context, '/login'),
    details: detailsOf(act, context, words),
  }),
  'address-taken': (act, context, words) => ({
    ...notice(words.kinds['address-taken'], context, '/login'),
    details: detailsOf(act, context, words),
  }),
  'address-reserved': (act, context, words) => ({
    ...notice(words.kinds['address-reserved'], context, '/login'),
    lines: [
      ...words.kinds['address-reserved'].lines(context.service),
      words.kinds['address-reserved'].until(timeText(act.until, context.language)),
    ],
    details: detailsOf(act, context, words),
  }),
  'email-change-asked': (act, context, words) => ({
    ...notice(words.kinds['email-change-asked'], context, '/account'),
    details: detailsOf(act, context, words),
  }),
  'email-changed': (act, context, words) => ({
    ...requested(words.kinds['email-changed'], context, '/take-back'),
    lines: [
      ...words.kinds['email-changed'].lines(context.service),
      words.kinds['email-changed'].until(timeText(act.until, context.language)),
    ],
    details: detailsOf(act, context, words),
  }),
  'take-back-link': (act, context, words) => ({
    ...requested(words.kinds['take-back-link'], context, '/take-back'),
    lines: [
      ...words.kinds['take-back-link'].lines(context.service),
      words.kinds['take-back-link'].until(timeText(act.until, context.language)),
    ],
    details: detailsOf(act, context, words),
  }),
  'reset-link-sent': (act, context, words) => ({
    ...notice(words.kinds['reset-link-sent'], context, '/forgot-password'),
    details: detailsOf(act, context, words),
  }),
  'email-taken-back': (act, context, words) => ({
    ...notice(words.kinds['email-taken-back'], context, '/login'),
    details: detailsOf(act, context, words),
  }),
  'account-leaving': (act, context, words) => ({
    ...notice(words.kinds['account-leaving'], context, '/login'),
    lines: [
      ...words.kinds['account-leaving'].lines(context.service),
      words.kinds['account-leaving'].until(timeText(act.until, context.language)),
    ],
    details: detailsOf(act, context, words),
  }),
  'account-restored': (act, context, words) => ({
    ...notice(words.kinds['account-restored'], context, '/account'),
    details: detailsOf(act, context, words),
  }),
  'account-deleted': (act, context, words) => ({
    ...notice(words.kinds['account-deleted'], context, '/'),
    details: detailsOf(act, context, words),
  }),
  'operators-told': operatorsTold,
  'applications-received': applicationsReceived,
  'account-created': (act, context, words) => ({
    ...requested(words.kinds['account-created'], context, '/password'),
    details: detailsOf(act, context, words),
  }),
  'reset-password': (act, context, words) => ({
    ...requested(words.kinds['reset-password'], context, '/password'),
    details: detailsOf(act, context, words),
  }),
};

/** A notice whose only facts are those of an act. @param path of the page where the recipient can undo it */
function told(kind: keyof typeof enFactorMail, path: string): Content<typeof kind> {
  return (act, context, words) => ({
    ...notice(words.kinds[kind], context, path),
    details: detailsOf(act, context, words),
  });
}

type Said = { kind: MailKind; facts: MailFacts[MailKind]; summed: number; toFormer: boolean };

/**
 * @param mail `summed`: how many notices it stands for; 0: it is no summary · `toFormer`: its reader cannot sign in any
 *   more, and takes the change of the address back
 */
export function contentOf({ kind, facts, summed, toFormer }: Said, context: MailContext): MailContent {
  const words = messagesFor(context.language).mail;
  const said = (CONTENTS[kind] as Content<MailKind>)(facts, context, words);
  const { line: why, advice, action } = words.toFormer;
  const content = toFormer
    ? {
        ...said,
        lines: [...said.lines, why],
        advice,
        action: { label: action, href: `${context.authUrl}/forgot-password` },
      }
    : said;
  if (summed === 0) return content;
  const { subject, line } = words.summary;
  return { ...content, subject: subject(content.subject, summed), lines: [...content.lines, line(summed)] };
}

type NoticeWords = { subject: string; lines: (service: string) => string[]; advice: string; action: string };

/** @param path of the page where the recipient can undo it */
const notice = (words: NoticeWords, context: MailContext, path: string) => ({
  ...texts(words, context),
  action: { label: words.action, href: `${context.authUrl}${path}` },
});

const texts = ({ subject, lines, advice }: Omit<NoticeWords, 'action'>, { service }: MailContext) => ({
  subject,
  lines: lines(service),
  advice,
});

/** @param path of the page behind the link */
const requested = (words: NoticeWords, context: MailContext, path: string) =>
  notice(words, context, `${path}?token=${context.secrets.token}`);
