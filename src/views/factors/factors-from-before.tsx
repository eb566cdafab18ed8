// What ends when a change of the address is taken back, by the link or by hand, and the factors from before it that the
// person may remove with it.

import type { ListedFactor } from '../../core/sign-in/factors/listed-factor.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import { timeText } from '../page/time-text.tsx';
import { FactorTicks } from './factor-ticks.tsx';

type Props = {
  /** When the change was asked for. */
  askedAt: number;
  /** From before then, newest first. */
  factors: readonly ListedFactor[];
  /** The ids of those to remove, in a form that was refused. */
  ticked: readonly string[] | undefined;
  /** By hand, the session and the password stay. */
  byHand?: boolean;
  messages: Messages;
  language: Language;
};

export const FactorsFromBefore = ({ askedAt, factors, ticked, byHand, messages, language }: Props) => {
  const words = messages.verification.takeBack;
  const since = timeText(askedAt, language);
  const ends = <p class="hint">{byHand ? words.endsByHand(since) : words.ends(since)}</p>;
  if (factors.length === 0) return ends;
  return (
    <>
      <div class="field">{ends}</div>
      <fieldset class="boxes">
        <legend>{words.factors}</legend>
        {factors.some(({ mayRemove }) => mayRemove) ? <p>{words.factorsLede}</p> : null}
        <FactorTicks factors={factors} ticked={ticked} stays={words.stays} messages={messages} language={language} />
      </fieldset>
    </>
  );
};
