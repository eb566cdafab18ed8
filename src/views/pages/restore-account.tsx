// The page after a whole sign-in to a leaving account: its person keeps it, or leaves it alone (contract 27).

import type { Fault } from '../../core/ground/fault.ts';
import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { dateText } from '../page/time-text.tsx';
import { FaultSummary } from '../parts/faults.tsx';
import { Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { ValueText } from '../parts/words.tsx';

export type RestoreAccountProps = {
  action: string;
  csrf: string;
  /** What was proven, encrypted. */
  proof: string;
  email: string;
  /** When the account is deleted. */
  until: number;
  otherHref: string;
  faults: readonly Fault[];
};

export const renderRestoreAccount = (context: PageContext, props: RestoreAccountProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.leaving.restore;
  return renderPage(
    context,
    { title: words.title, faults: props.faults, task: true },
    <div class="card">
      <Heading title={words.title} lede={words.lede(dateText(props.until, context.language))} />
      <FaultSummary faults={props.faults} messages={messages} />
      <p>
        <ValueText of={props.email} />
      </p>
      <p>{words.back}</p>
      <p class="hint">{words.notBack}</p>
      <Form action={props.action} csrf={props.csrf}>
        <input type="hidden" name="restoration" value={props.proof} />
        <div class="buttons">
          <Primary text={words.submit} />
        </div>
      </Form>
      <p class="aside-line">
        <a href={ownPath(props.otherHref)}>{words.other}</a>
      </p>
    </div>,
  );
};
