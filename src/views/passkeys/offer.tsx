// The page that offers a passkey after a sign-in by password, and adds the one that policy demands.
import type { Fault } from '../../core/ground/fault.ts';
import { messagesFor } from '../messages/messages-for.ts';
import type { ApplicationCard, PageContext } from '../page/page.ts';
import type { PasskeyPrompt } from '../page/passkey-prompt.ts';
import { FaultSummary } from '../parts/faults.tsx';
import { Form } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { PasskeyButton, PasskeyField, PasskeysNeeded } from './passkey-button.tsx';

export type PasskeyOfferProps = {
  /** Where the forms post to: `/passkeys/offer` with the request's query. */
  action: string;
  csrf: string;
  /** Undefined: outside an authorization request. */
  application: ApplicationCard | undefined;
  prompt: PasskeyPrompt;
  /** Policy demands a second factor, and the person chose this one. */
  isDemanded: boolean;
  /** `passkey-wrong`, `passkey-known`, `form-expired` (path []). */
  faults: readonly Fault[];
};

export const renderPasskeyOffer = (context: PageContext, props: PasskeyOfferProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.passkeys;
  const { application, isDemanded } = props;
  const title = isDemanded ? words.add : words.offer;
  return renderPage(
    context,
    { title, task: true, faults: props.faults, passkeys: true },
    <div class="card">
      <Heading application={application?.name} logo={application?.logo} title={title} lede={[words.offerLede]} />
      <FaultSummary faults={props.faults} messages={messages} />
      <Form action={props.action} csrf={props.csrf}>
        <input type="hidden" name="action" value="add" />
        <PasskeyField />
        <div class="buttons">
          <PasskeyButton prompt={props.prompt} text={words.add} messages={messages} look="primary" />
        </div>
        <PasskeysNeeded messages={messages} />
      </Form>
      <Form action={props.action} csrf={props.csrf}>
        <div class="buttons">
          <button type="submit" class="secondary" name="action" value="later" data-working="">
            {isDemanded ? words.otherWay : words.notNow}
          </button>
        </div>
      </Form>
    </div>,
  );
};
