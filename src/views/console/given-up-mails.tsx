// The mails that were given up, for operators: which and why, never where they went or what they said (contract 20).
import type { GivenUpMail } from '../../core/mail/mail-store.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../parts/page.ts';
import { showName } from '../parts/safe-text.ts';
import { TimeText } from '../parts/time-text.tsx';
import { renderConsole } from './parts/console-layout.tsx';
import type { ConsolePage } from './parts/console-page.ts';
import { Pager } from './parts/console-parts.tsx';

export const GIVEN_UP_MAILS = '/console/mails';

/** The page only shows. */
const NO_FORMS: ConsolePage = { csrf: '', notice: undefined, sent: undefined, made: undefined };

export type GivenUpMailsProps = {
  mails: readonly GivenUpMail[];
  /** Whether there are newer ones. */
  later: boolean;
  /** Where the next page begins; undefined: there is none. */
  nextAfter: string | undefined;
};

type Part = { context: PageContext; messages: Messages };

/** A mail is named by its subject, as its recipient would have seen it. */
const subjectOf = ({ kind }: GivenUpMail, { context, messages }: Part): string => {
  const { subject } = messages.mail.kinds[kind];
  return typeof subject === 'string' ? subject : subject(showName(context.brand.serviceName));
};

const Row = ({ mail, ...part }: Part & { mail: GivenUpMail }) => {
  const words = part.messages.givenUpMails;
  return (
    <li>
      <div>
        <b>{subjectOf(mail, part)}</b>
        <p class="hint">
          <TimeText moment={mail.endedAt} language={part.context.language} /> · {words.tries(mail.tries)} ·{' '}
          {words.inLog}: <code>{mail.id}</code>
        </p>
        <p>
          {words.reason}: {words.reasons[mail.failure] ?? <code>{mail.failure}</code>}
        </p>
      </div>
    </li>
  );
};

export const renderGivenUpMails = (context: PageContext, props: GivenUpMailsProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.givenUpMails;
  const next = props.nextAfter && `${GIVEN_UP_MAILS}?after=${encodeURIComponent(props.nextAfter)}`;
  return renderConsole(
    context,
    NO_FORMS,
    { title: words.title, place: 'within' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <section class="card" aria-label={words.title}>
        {props.mails.length === 0 ? (
          <div class="empty">
            <p>
              <b>{words.empty}</b>
            </p>
            <p class="hint">{words.emptyHint}</p>
          </div>
        ) : (
          <>
            <p class="hint">{words.hint}</p>
            <ul class="rows">
              {props.mails.map((mail) => (
                <Row key={mail.id} mail={mail} context={context} messages={messages} />
              ))}
            </ul>
          </>
        )}
        <Pager
          links={[
            [props.later ? GIVEN_UP_MAILS : undefined, messages.console.first],
            [next, messages.console.more],
          ]}
          messages={messages}
        />
      </section>
    </>,
  );
};
