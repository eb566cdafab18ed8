// Passkeys on the account page: how many there are, and the link to their own page.

import { ownPath } from '../page/safe-text.ts';
import type { SecurityPage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

export const PasskeysSection = ({ props, messages }: AccountSectionProps<SecurityPage>) => {
  const words = messages.passkeys;
  if (props.passkeys === undefined) return null;
  const { count } = props.passkeys;
  return (
    <section class="card">
      <h2>
        {words.title} {count === 0 ? null : <span class="badge good">{words.count(count)}</span>}
      </h2>
      <p class="hint">{words.lede}</p>
      <div class="buttons inline">
        <a class="secondary" href={ownPath('/account/passkeys')}>
          {count === 0 ? words.add : words.manage}
        </a>
      </div>
    </section>
  );
};
