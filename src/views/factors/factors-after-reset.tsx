// The page after a reset by link: which passkeys and codes the account has, to remove those of somebody else.

import type { ListedFactor } from '../../core/factors/factors-after-reset.ts';
import { messagesFor } from '../messages/messages-for.ts';
import { Form, Primary, Tick } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import type { PageContext } from '../parts/page.ts';
import { dateText } from '../parts/time-text.tsx';
import { NameText } from '../parts/words.tsx';

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
  const when = ({ createdAt, lastUsedAt, mayRemove }: ListedFactor): string => {
    const added = words.added(dateText(createdAt, context.language));
    const used = lastUsedAt === undefined ? words.unused : words.used(dateText(lastUsedAt, context.language));
    return [added, used, ...(mayRemove ? [] : [words.stays])].join(' ');
  };
  const nameOf = ({ passkeyName }: ListedFactor) =>
    passkeyName === undefined ? words.codes : <NameText of={passkeyName} />;
  return renderPage(
    context,
    { title: words.title, task: true },
    <div class="card">
      <Heading title={words.title} lede={words.lede} />
      <Form action={props.action} csrf={props.csrf}>
        <input type="hidden" name="reset_proof" value={props.proof} />
        {props.factors.map((factor) =>
          factor.mayRemove ? (
            <Tick
              key={factor.id}
              name="remove"
              value={factor.id}
              checked={factor.isRecent}
              label={nameOf(factor)}
              hint={when(factor)}
            />
          ) : (
            <p key={factor.id}>
              {nameOf(factor)} <span class="hint">{when(factor)}</span>
            </p>
          ),
        )}
        <div class="buttons">
          <Primary text={words.submit} working={messages.working} />
        </div>
      </Form>
    </div>,
  );
};
