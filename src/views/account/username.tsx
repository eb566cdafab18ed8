// The username: choosing the first one, and changing it, after which programs may take the person for another one.

import { dateText } from '../page/time-text.tsx';
import { firstFaultyField } from '../parts/faults.tsx';
import { Form } from '../parts/form.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { UsernameField } from '../parts/username-field.tsx';
import { ValueText } from '../parts/words.tsx';
import type { ProfilePage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';
import { ConfirmFirst } from './confirm-first.tsx';

const UsernameForm = ({ props, messages, changes }: AccountSectionProps<ProfilePage> & { changes: boolean }) => {
  const words = messages.account;
  const faults = props.faultsIn === 'username' ? props.faults : [];
  return (
    <Form action="/account/username" csrf={props.csrf}>
      <div class="pairs">
        <UsernameField
          value={props.username.typed}
          faults={faults}
          focus={firstFaultyField(faults) !== undefined || (changes && props.username.open)}
          label={changes ? words.usernameNew : words.username}
          messages={messages}
        />
      </div>
      <div class="buttons inline">
        <button type="submit" class="secondary" data-working="">
          {changes ? words.usernameChange : words.usernameChoose}
        </button>
      </div>
    </Form>
  );
};

/** The person confirms who they are before the form is shown (contract 25). */
const ChangeUsername = (section: AccountSectionProps<ProfilePage>) => {
  const { context, props, messages } = section;
  const words = messages.account;
  const { confirmed, confirmHref, changesLeft, againAt } = props.username;
  if (againAt !== undefined) return <p class="hint">{words.usernameAgain(dateText(againAt, context.language))}</p>;
  return (
    <details class="group" open={props.username.open}>
      <summary>{words.usernameChange}</summary>
      <div class="notice note">
        <AlertIcon />
        <div>
          <p>{words.usernameRisk}</p>
          <p>
            {words.usernameOwn} {words.usernameLeft(changesLeft)}
          </p>
        </div>
      </div>
      {confirmed ? <UsernameForm {...section} changes /> : <ConfirmFirst href={confirmHref} messages={messages} />}
    </details>
  );
};

export const UsernameSection = (section: AccountSectionProps<ProfilePage>) => {
  const { props, messages } = section;
  const words = messages.account;
  const { current, dropped } = props.username;
  return (
    <section class="card" id="username">
      <h2>{words.username}</h2>
      <p class="hint">{words.usernameHint}</p>
      {dropped ? (
        <div class="notice note">
          <AlertIcon />
          <p>{words.usernameDropped}</p>
        </div>
      ) : null}
      {current === undefined ? (
        <UsernameForm {...section} changes={false} />
      ) : (
        <>
          <p>
            <strong>
              <ValueText of={current} />
            </strong>
          </p>
          <ChangeUsername {...section} />
        </>
      )}
    </section>
  );
};
