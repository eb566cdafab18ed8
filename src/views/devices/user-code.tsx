// The page where a person types the code that a device shows, and the pages of what came of it.
import type { Fault } from '../../core/ground/fault.ts';
import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { CONNECTIONS } from '../parts/consent-card.tsx';
import { FaultSummary, faultAt } from '../parts/faults.tsx';
import { Field, Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Limited } from '../parts/limited.tsx';
import { Person } from '../parts/person.tsx';

export const USER_CODE_FIELD = 'user_code';

export type UserCodeProps = {
  action: string;
  csrf: string;
  /** As it was typed, or came with the link. */
  typed: string;
  /** Nobody has typed it on this page: a link may have brought it, which somebody may have sent. */
  isFilledIn: boolean;
  signedIn: { email: string; nickname: string | undefined };
  otherAccountHref: string;
  /** `code-missing`, `user-code-wrong` (path `user_code`), `form-expired` (path []). */
  faults: readonly Fault[];
  /** Too many wrong codes: minutes to wait, rounded up. */
  limitedForMinutes: number | undefined;
};

export const renderUserCode = (context: PageContext, props: UserCodeProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.devices;
  const { faults, limitedForMinutes: limited } = props;
  return renderPage(
    context,
    { title: words.enter, task: true, faults, faulty: limited !== undefined },
    <div class="card">
      <Heading title={words.enter} lede={words.lede} />
      {limited === undefined ? null : <Limited text={words.limited(limited)} />}
      <FaultSummary faults={faults} messages={messages} />
      <Person
        who={props.signedIn}
        label={messages.consent.account}
        other={{ href: props.otherAccountHref, text: messages.consent.otherAccount }}
      />
      {props.isFilledIn ? (
        <div class="notice note">
          <AlertIcon />
          <p>{words.filledIn}</p>
        </div>
      ) : null}
      <Form action={props.action} csrf={props.csrf}>
        <Field
          name={USER_CODE_FIELD}
          label={words.code}
          hint={words.codeHint}
          value={props.typed}
          autocomplete="off"
          fault={faultAt(USER_CODE_FIELD, faults, messages)}
          focus
          plain
          required
        />
        <div class="buttons">
          <Primary text={words.submit} />
        </div>
      </Form>
      {props.isFilledIn ? null : (
        <div class="fine">
          <p>{words.neverSent}</p>
        </div>
      )}
    </div>,
  );
};

/** @param result what the person answered */
export const renderDeviceAnswered = (context: PageContext, result: 'done' | 'denied'): string => {
  const { devices } = messagesFor(context.language);
  const words = devices[result];
  return renderPage(
    context,
    { title: words.title, task: true },
    <div class="card">
      <Heading title={words.title} lede={words.lede} />
      {result === 'denied' ? null : (
        <div class="fine">
          <p>{devices.notMine}</p>
          <p>
            <a href={CONNECTIONS}>{devices.disconnect}</a>
          </p>
        </div>
      )}
    </div>,
  );
};
