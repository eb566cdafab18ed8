// Says to a signed-in person why the application does not admit them.
import type { Fault } from '../../core/ground/fault.ts';
import { messagesFor } from '../messages/messages-for.ts';
import type { ApplicationCard, PageContext } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { FaultSummary } from '../parts/faults.tsx';
import { Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Person } from '../parts/person.tsx';
import { Contact, Words } from '../parts/words.tsx';

export type NotAdmittedProps = {
  /**
   * The application is in test mode, and the person is not a member of its team; it lets in members of groups, and the
   * person is in none; or it requires a verified address, and the server sends no mail.
   */
  why: 'team-only' | 'groups-only' | 'unverified';
  /** Where the form posts to, with the request's query. */
  action: string;
  csrf: string;
  application: ApplicationCard;
  signedIn: { email: string; nickname: string | undefined };
  /** `/login`, or `/select-account` where several are signed in, with the request's query. */
  otherAccountHref: string;
  faults: readonly Fault[];
  /** It was asked on a device, which learns that nobody signs in. */
  onDevice?: boolean;
};

export const renderNotAdmitted = (context: PageContext, props: NotAdmittedProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.notAdmitted[props.why];
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
      <p class="hint">
        <Words of={words.help(showName(context.brand.serviceName))} />
      </p>
      {props.why !== 'team-only' && context.brand.supportContact !== undefined ? (
        <p>
          <Contact contact={context.brand.supportContact} />
        </p>
      ) : null}
      <Form action={props.action} csrf={props.csrf}>
        <div class="buttons">
          <Primary
            text={props.onDevice ? messages.devices.giveUp : messages.notAdmitted.back}
            name="action"
            value="cancel"
          />
        </div>
      </Form>
    </div>,
  );
};
