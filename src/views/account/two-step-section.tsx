// Two-step verification on the account page: whether it is on, and the link to its own page.

import type { Messages } from '../messages/messages-for.ts';
import { ownPath } from '../page/safe-text.ts';
import { AlertIcon } from '../parts/icons.tsx';
import type { SecurityPage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

/** Fewer are told as something to do. */
const FEW = 3;

/** How many are left; few are told as something to do. */
export const RecoveryCodesLeft = ({ left, messages }: { left: number; messages: Messages }) => {
  const words = messages.twoStep;
  if (left >= FEW) return <p class="hint">{words.left(left)}</p>;
  return (
    <div class="notice warn">
      <AlertIcon />
      <p>
        {words.left(left)} {words.few}
      </p>
    </div>
  );
};

export const TwoStepSection = ({ props, messages }: AccountSectionProps<SecurityPage>) => {
  const words = messages.twoStep;
  const { on, recoveryCodesLeft } = props.twoStep;
  return (
    <section class="card">
      <h2>
        {words.title} <span class={on ? 'badge good' : 'badge'}>{on ? words.on : words.off}</span>
      </h2>
      {on ? <RecoveryCodesLeft left={recoveryCodesLeft} messages={messages} /> : <p class="hint">{words.lede}</p>}
      <div class="buttons inline">
        <a class="secondary" href={ownPath('/account/two-step')}>
          {on ? words.manage : words.setUp}
        </a>
      </div>
    </section>
  );
};
