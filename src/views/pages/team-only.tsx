// Says to somebody who is no member that the application is in test mode.
import type { Fault } from '../../core/fault.ts';
import { messagesFor } from '../messages/messages-for.ts';
import { FaultSummary } from '../parts/faults.tsx';
import { Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import type { ApplicationCard, PageContext } from '../parts/page.ts';
import { Person } from '../parts/person.tsx';
import { showName } from '../parts/safe-text.ts';
import { Words } from '../parts/words.tsx';

/** The application is in test mode, and the person is not a member of its team. */
export type TeamOnlyProps = {
  /** Where the form posts to: `/team-only` with the request's query. */
  action: string;
  csrf: string;
  application: ApplicationCard;
  signedIn: { email: string; nickname: string | undefined };
  /** `/login`, or `/select-account` where several are signed in, with the request's query. */
  otherAccountHref: string;
  faults: readonly Fault[];
};

export const renderTeamOnly = (context: PageContext, props: TeamOnlyProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.teamOnly;
  const name = showName(props.application.name);
  return renderPage(
    context,
    { title: words.title(name), task: true, faults: props.faults },
    <div class="card">
      <Heading
        application={props.application.name}
        logo={props.application.logo}
        title={<Words of={words.heading(name)} />}
        lede={words.lede}
      />
      <FaultSummary faults={props.faults} messages={messages} />
      <Person
        who={props.signedIn}
        label={messages.consent.account}
        other={{ href: props.otherAccountHref, text: messages.consent.otherAccount }}
      />
      <p class="hint">{words.invite}</p>
      <Form action={props.action} csrf={props.csrf}>
        <div class="buttons">
          <Primary text={words.back} working={messages.working} />
        </div>
      </Form>
    </div>,
  );
};
