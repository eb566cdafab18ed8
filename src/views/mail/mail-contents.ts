// What each kind of mail says, before it is text or HTML. Links begin with the auth URL of the settings, never with
// anything from a request.
import type { ActKind, MailFacts, MailKind } from '../../core/server/mail/mail-kinds.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { accountPath } from '../page/account-pages.ts';
import { timeText } from '../page/time-text.tsx';
import { codeText } from '../parts/number-text.ts';
import type { MailContent, MailContext } from './mail-content.ts';
import { detailsOf, whenOf } from './mail-details.ts';
import { applicationsReceived, operatorNotice } from './operators-mail.ts';

type Content<Kind extends MailKind> = (facts: MailFacts[Kind], context: MailContext, words: Words) => MailContent;

type Words = Messages['mail'];

const CONTENTS: { readonly [Kind in MailKind]: Content<Kind> } = {
  'password-changed': noticeAt('password-changed', accountPath('security')),
  'api-token-created': noticeAt('api-token-created', '/console/api-tokens'),
  'new-device': noticeAt('new-device', accountPath('devices')),
  'passkey-added': noticeAt('passkey-added', '/account/passkeys'),
  'passkey-removed': noticeAt('passkey-removed', '/account/passkeys'),
  'passkey-copied': noticeAt('passkey-copied', '/account/passkeys'),
  'passkey-synced': noticeAt('passkey-synced', '/account/passkeys'),
  'two-step-on': noticeAt('two-step-on', '/account/two-step'),
  'two-step-off': noticeAt('two-step-off', accountPath('security')),
  'factors-removed': noticeAt('factors-removed', '/login'),
  'recovery-codes-replaced': noticeAt('recovery-codes-replaced', '/account/two-step'),
  'recovery-code-used': noticeAt('recovery-code-used', '/account/two-step'),
  'wrong-codes': noticeAt('wrong-codes', accountPath('security')),
  invitation: ({ expiresAt, ownership, ...act }, context, words) => {
    const { language, service, authUrl, secrets } = context;
    const { invitation } = words.kinds;
    return {
      subject: invitation.subject(service),
      lines: [
        ownership ? invitation.offer(service) : invitation.line(service),
        invitation.expires(timeText(expiresAt, language)),
      ],
      details: act.device === undefined ? [whenOf(act, context, words)] : detailsOf(act, context, words),
      advice: invitation.advice,
      action: { label: invitation.action, href: `${authUrl}/invitation?token=${secrets.token}` },
    };
  },
  'event-endpoint-disabled': ({ at, applicationId }, context, words) => ({
    ...notice(words.kinds['event-endpoint-disabled'], context, `/console/applications/${applicationId}/events`),
    details: [whenOf({ at }, context, words)],
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
  'account-exists': noticeAt('account-exists', '/login'),
  'address-taken': noticeAt('address-taken', '/login'),
  'address-reserved': (act, context, words) => ({
    ...notice(words.kinds['address-reserved'], context, '/login'),
    lines: [
      ...words.kinds['address-reserved'].lines(context.service),
      words.kinds['address-reserved'].until(timeText(act.until, context.language)),
    ],
    details: detailsOf(act, context, words),
  }),
  'email-change-asked': noticeAt('email-change-asked', '/account'),
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
  'reset-link-sent': noticeAt('reset-link-sent', '/forgot-password'),
  'email-taken-back': noticeAt('email-taken-back', '/login'),
  'account-leaving': (act, context, words) => ({
    ...notice(words.kinds['account-leaving'], context, '/login'),
    lines: [
      ...words.kinds['account-leaving'].lines(context.service),
      words.kinds['account-leaving'].until(timeText(act.until, context.language)),
    ],
    details: detailsOf(act, context, words),
  }),
  'account-restored': noticeAt('account-restored', '/account'),
  'account-deleted': noticeAt('account-deleted', '/'),
  'account-unclaimed': (act, context, words) => ({
    ...notice(words.kinds['account-unclaimed'], context, '/forgot-password'),
    details: act.device === undefined ? [whenOf(act, context, words)] : detailsOf(act, context, words),
  }),
  'operators-told': operatorNotice,
  'applications-received': applicationsReceived,
  'test-mail': noticeAt('test-mail', accountPath('devices')),
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
function noticeAt(kind: ActKind, path: string): Content<typeof kind> {
  return (act, context, words) => ({
    ...notice(words.kinds[kind], context, path),
    details: detailsOf(act, context, words),
  });
}

type Said = { kind: MailKind; facts: MailFacts[MailKind]; summed: number; toFormer: boolean; toUnproven: boolean };

/**
 * @param mail `summed`: how many notices it stands for; 0: it is no summary · `toFormer`: its reader cannot sign in any
 *   more, and takes the change of the address back · `toUnproven`: few notices go to its address
 */
export function contentOf({ kind, facts, summed, toFormer, toUnproven }: Said, context: MailContext): MailContent {
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
    : { ...said, lines: [...said.lines, ...(toUnproven ? [words.toUnproven] : [])] };
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
