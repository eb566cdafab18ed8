// The page after a reset by link: which passkeys and codes the account has, to remove those of somebody else.

import type { ListedFactor } from '../../core/sign-in/factors/listed-factor.ts';
import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { FactorTicks } from './factor-ticks.tsx';

export type FactorsAfterResetProps = {
  action: string;
  csrf: string;
  /** The proof of the reset, encrypted. */
  proof: string;
  /** Newest first. */
  factors: readonly ListedFactor[];
};

export const renderFactorsAfterReset = (context: PageContext, props: FactorsAfterResetProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.afterReset;
  return renderPage(
    context,
    { title: words.title, task: true },
    <div class="card">
      <Heading title={words.title} lede={words.lede} />
      <Form action={props.action} csrf={props.csrf}>
        <input type="hidden" name="reset_proof" value={props.proof} />
        <FactorTicks factors={props.factors} stays={words.stays} messages={messages} language={context.language} />
        <div class="buttons">
          <Primary text={words.submit} />
        </div>
      </Form>
    </div>,
  );
};
