// The page of a one-time link that sets a password. Whoever claims an account also says what happens to it.
import type { Fault } from '../../core/ground/fault.ts';
import type { Claim } from '../../core/people/verification/account-claim.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { Language, PageContext } from '../page/page.ts';
import { dateText } from '../page/time-text.tsx';
import { FaultSummary, faultAt } from '../parts/faults.tsx';
import { Field, Form, PasswordField, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Limited } from '../parts/limited.tsx';
import { NameText } from '../parts/words.tsx';

export type SetPasswordProps = {
  action: string;
  csrf: string;
  email: string;
  /** Asked of whoever claims an account. */
  claim: Claim | undefined;
  /** What was chosen before. */
  choice: string | undefined;
  faults: readonly Fault[];
  /** Too many codes were tried: minutes to wait, rounded up. */
  limitedForMinutes?: number | undefined;
};

/** The address is not sent (its field has no name): a password manager saves the password under it. */
export const renderSetPassword = (context: PageContext, props: SetPasswordProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.setPassword;
  return renderPage(
    context,
    { title: words.title, task: true, faults: props.faults, faulty: props.limitedForMinutes !== undefined },
    <div class="card">
      <Heading title={words.title} lede={[words.lede]} />
      {props.limitedForMinutes === undefined ? null : (
        <Limited text={messages.confirm.limited(props.limitedForMinutes)} />
      )}
      <FaultSummary
        faults={props.faults}
        messages={messages}
        names={{ password: messages.fields.new_password, choice: words.claim.title }}
      />
      <Form action={props.action} csrf={props.csrf}>
        <div class="field">
          <label for="account">{messages.fields.email}</label>
          <input id="account" autocomplete="username" value={props.email} readonly />
        </div>
        <PasswordField
          name="password"
          label={messages.fields.new_password}
          isNew
          fault={faultAt('password', props.faults, messages)}
          focus
          messages={messages}
        />
        {props.claim === undefined ? null : (
          <ClaimFields
            claim={props.claim}
            choice={props.choice}
            fault={faultAt('choice', props.faults, messages)}
            messages={messages}
            language={context.language}
          />
        )}
        {props.claim?.hasSecondFactor ? (
          <Field
            name="code"
            label={messages.secondStep.either}
            hint={words.claim.codeHint}
            value=""
            autocomplete="one-time-code"
            inputmode="numeric"
            fault={faultAt('code', props.faults, messages)}
            plain
          />
        ) : null}
        <div class="buttons">
          <Primary text={words.submit} />
        </div>
      </Form>
    </div>,
  );
};

type ClaimFieldsProps = {
  claim: Claim;
  choice: string | undefined;
  fault: string | undefined;
  messages: Messages;
  language: Language;
};

/**
 * Nothing is chosen beforehand: one answer deletes the account, the other keeps what somebody else may have put there.
 */
const ClaimFields = ({ claim, choice: chosen, fault, messages, language }: ClaimFieldsProps) => {
  const words = messages.setPassword.claim;
  const hintOf = (choice: Claim['choices'][number]) =>
    words.hints[choice === 'keep' && claim.hasSecondFactor ? 'keep-factor' : choice];
  return (
    <fieldset class="boxes" aria-describedby={fault ? 'choice-fault' : undefined}>
      <legend>{words.title}</legend>
      <p>{words.lede(dateText(claim.createdAt, language))}</p>
      <p class="hint">
        {claim.applications.length === 0 ? words.none : <Names title={words.applications} of={claim.applications} />}
      </p>
      {claim.teams.length === 0 ? null : (
        <p class="hint">
          <Names title={words.teams} of={claim.teams} />
        </p>
      )}
      {claim.hasSecondFactor ? <p class="hint">{words.factor}</p> : null}
      {claim.choices.map((choice, at) => (
        <label key={choice} class="tick">
          <input
            type="radio"
            id={at === 0 ? 'choice' : undefined}
            name="choice"
            value={choice}
            checked={choice === chosen}
            required
          />
          <span>
            {words.choices[choice]}
            <span class="hint">
              {hintOf(choice)} {choice === 'keep' && claim.hasPasskeys ? words.passkeys : null}
            </span>
          </span>
        </label>
      ))}
      {fault ? (
        <p class="fault" id="choice-fault">
          {fault}
        </p>
      ) : null}
    </fieldset>
  );
};

const Names = ({ title, of: names }: { title: string; of: readonly string[] }) => (
  <>
    {title}{' '}
    {names.map((name, at) => (
      <>
        {at === 0 ? null : ', '}
        <NameText of={name} />
      </>
    ))}
  </>
);
