// Asks with which of the accounts signed in on this device to continue, for an application or for the account page.

import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext, SelectAccountProps } from '../page/page.ts';
import { ownPath, showName } from '../page/safe-text.ts';
import { PersonMark } from '../parts/application-mark.tsx';
import { FaultSummary } from '../parts/faults.tsx';
import { Cancel, Form } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { PersonText } from '../parts/words.tsx';

type Choice = SelectAccountProps['accounts'][number];

/** The whole row is the button. */
const ChoiceButton = ({ choice }: { choice: Choice }) => (
  <button type="submit" class="choice" name="session" value={choice.sessionId}>
    <PersonMark name={choice.nickname ?? choice.email} />
    <span>
      <PersonText nickname={choice.nickname} email={choice.email} />
    </span>
  </button>
);

/** All choices are equal: no button is the primary one. */
export const renderSelectAccount = (context: PageContext, props: SelectAccountProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.selectAccount;
  const name = props.application?.name;
  return renderPage(
    context,
    {
      title: name === undefined ? words.title : words.titleFor(showName(name)),
      task: true,
      faults: props.faults,
    },
    <div class="card">
      <Heading
        application={name}
        logo={props.application?.logo}
        title={words.title}
        lede={name === undefined ? [words.ledeAlone] : words.lede(showName(name))}
      />
      <FaultSummary faults={props.faults} messages={messages} />
      <Form action={props.action} csrf={props.csrf}>
        {props.accounts.map((choice) => (
          <ChoiceButton key={choice.sessionId} choice={choice} />
        ))}
        <div class="buttons">
          <a class="secondary" href={ownPath(props.otherAccountHref)}>
            {messages.consent.otherAccount}
          </a>
          {props.application === undefined ? null : <Cancel text={messages.cancel} />}
        </div>
      </Form>
    </div>,
  );
};
