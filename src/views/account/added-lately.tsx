// After a change of the password: what was added in the last 30 days, and where it is removed.

import type { AddedLately } from '../../core/passwords/added-lately.ts';
import { ownPath } from '../parts/safe-text.ts';
import { dateText } from '../parts/time-text.tsx';
import { NameText } from '../parts/words.tsx';
import type { SecurityPage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

const PAGES = {
  'one-time-codes': '/account/two-step',
  passkey: '/account/passkeys',
  'api-token': '/console/api-tokens',
} as const satisfies Record<AddedLately['kind'], string>;

export const AddedLatelySection = ({ context, props, messages }: AccountSectionProps<SecurityPage>) => {
  const words = messages.addedLately;
  const { addedLately = [] } = props;
  if (addedLately.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <p class="hint">{words.lede}</p>
      <ul>
        {addedLately.map(({ kind, name, createdAt }, at) => (
          <li key={at}>
            {words.kinds[kind]} {name === undefined || name === '' ? null : <NameText of={name} />}{' '}
            <span class="hint">{messages.afterReset.added(dateText(createdAt, context.language))}</span>{' '}
            <a href={ownPath(PAGES[kind])}>{words.look}</a>
          </li>
        ))}
      </ul>
    </section>
  );
};
