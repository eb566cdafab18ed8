// Passkeys and one-time codes with a tick to remove each, and those that stay.

import type { ListedFactor } from '../../core/sign-in/factors/listed-factor.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import { dateText } from '../page/time-text.tsx';
import { Tick } from '../parts/form.tsx';
import { Words } from '../parts/words.tsx';

type Props = {
  /** Newest first. */
  factors: readonly ListedFactor[];
  /** The ids that the person ticked, in a form that was refused. Undefined: the recent ones. */
  ticked?: readonly string[] | undefined;
  /** Said of what may not be removed. */
  stays: string;
  messages: Messages;
  language: Language;
};

/** The form that it is in sends the ids as `remove`. */
export const FactorTicks = ({ factors, ticked, stays, messages, language }: Props) => {
  const words = messages.afterReset;
  const when = ({ createdAt, lastUsedAt, mayRemove }: ListedFactor): string => {
    const added = words.added(dateText(createdAt, language));
    const used = lastUsedAt === undefined ? words.unused : words.used(dateText(lastUsedAt, language));
    return [added, used, ...(mayRemove ? [] : [stays])].join(' ');
  };
  const nameOf = ({ passkeyName }: ListedFactor) =>
    passkeyName === undefined ? words.codes : <Words of={words.passkey(passkeyName)} />;
  return (
    <>
      {factors.map((factor) =>
        factor.mayRemove ? (
          <Tick
            key={factor.id}
            name="remove"
            value={factor.id}
            checked={ticked ? ticked.includes(factor.id) : factor.isRecent}
            label={nameOf(factor)}
            hint={when(factor)}
          />
        ) : (
          <p key={factor.id}>
            {nameOf(factor)} <span class="hint">{when(factor)}</span>
          </p>
        ),
      )}
    </>
  );
};
