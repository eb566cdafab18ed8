// Two-step verification on the account page: whether it is on, and the link to its own page.

import { ownPath } from '../parts/safe-text.ts';
import type { SecurityPage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

export const TwoStepSection = ({ props, messages }: AccountSectionProps<SecurityPage>) => {
  const words = messages.twoStep;
  const { on, recoveryCodesLeft } = props.twoStep;
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <p>
        <span class={on ? 'badge good' : 'badge'}>{on ? words.on : words.off}</span>
      </p>
      <p class="hint">{on ? words.left(recoveryCodesLeft) : words.lede}</p>
      <div class="buttons inline">
        <a class="secondary" href={ownPath('/account/two-step')}>
          {on ? words.manage : words.setUp}
        </a>
      </div>
    </section>
  );
};
