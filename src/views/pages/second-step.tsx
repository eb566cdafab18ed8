// The second step of signing in: a one-time code of the authenticator app, or a recovery code.

import type { Fault } from '../../core/fault.ts';
import { messagesFor } from '../messages/messages-for.ts';
import { FaultSummary, faultAt } from '../parts/faults.tsx';
import { Field, Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { renderPage } from '../parts/layout.tsx';
import type { ApplicationCard, PageContext } from '../parts/page.ts';
import { ownPath } from '../parts/safe-text.ts';

export type SecondStepProps = {
  /** Where the form posts to: `/login` with the request's query. */
  action: string;
  csrf: string;
  /** The first proof, encrypted. */
  half: string;
  /** Undefined: sign-in to the person's own account page. */
  application: ApplicationCard | undefined;
  /** Asks for a recovery code. */
  recovery: boolean;
  /** `/login` with the request's query. */
  startOverHref: string;
  /** `code-missing`, `code-wrong`, `codes-resting`, `form-expired` (path []). */
  faults: readonly Fault[];
  /** Too many wrong codes: minutes to wait, rounded up. */
  limitedForMinutes: number | undefined;
};

export const renderSecondStep = (context: PageContext, props: SecondStepProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.secondStep;
  const { application, recovery, faults, limitedForMinutes: limited } = props;
  const asked = recovery ? words.recovery : words.app;
  return renderPage(
    context,
    { title: words.title, task: true, faults, faulty: limited !== undefined },
    <div class="card">
      <Heading application={application?.name} logo={application?.logo} title={words.title} lede={[asked.lede]} />
      {limited === undefined ? null : (
        <div class="notice bad" role="alert">
          <AlertIcon />
          <p>{messages.confirm.limited(limited)}</p>
        </div>
      )}
      <FaultSummary faults={faults} messages={messages} />
      <Form action={props.action} csrf={props.csrf}>
        <input type="hidden" name="proof_token" value={props.half} />
        {recovery ? <input type="hidden" name="by" value="recovery-code" /> : null}
        <CodeField
          recovery={recovery}
          label={asked.label}
          hint={asked.hint}
          fault={faultAt('code', faults, messages)}
          focus
        />
        <Primary text={words.submit} working={messages.working} />
      </Form>
      <Form action={props.action} csrf={props.csrf} class="aside-line">
        <input type="hidden" name="proof_token" value={props.half} />
        <input type="hidden" name="by" value={recovery ? 'one-time-code' : 'recovery-code'} />
        <button type="submit" class="secondary" name="switch" value="yes">
          {asked.other}
        </button>
      </Form>
      <p class="aside-line">
        <a href={ownPath(props.startOverHref)}>{words.startOver}</a>
      </p>
    </div>,
  );
};

/** A code is never sent back in a page: the field is always empty. */
export const CodeField = (props: {
  recovery: boolean;
  label: string;
  hint?: string | undefined;
  fault: string | undefined;
  focus?: boolean;
}) => (
  <Field
    name="code"
    label={props.label}
    hint={props.hint}
    value=""
    autocomplete={props.recovery ? 'off' : 'one-time-code'}
    {...(props.recovery ? {} : { inputmode: 'numeric' as const })}
    fault={props.fault}
    focus={props.focus ?? false}
    plain
    required
  />
);
