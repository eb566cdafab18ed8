// What a mail says of the act that it tells: when, on which device, from which network.
import type { Act } from '../../core/server/mail/mail-kinds.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import { timeText } from '../page/time-text.tsx';

type Detail = { label: string; value: string };

export const whenOf = (
  { at }: Pick<Act, 'at'>,
  { language }: { language: Language },
  words: Messages['mail'],
): Detail => ({ label: words.when, value: timeText(at, language) });

export function detailsOf(act: Act, context: { language: Language }, words: Messages['mail']): readonly Detail[] {
  const { device, network } = act;
  const when = whenOf(act, context, words);
  if (device === undefined || network === undefined) return [when, { label: words.who, value: words.operator }];
  const names = [device.browser, device.system].filter((name) => name !== undefined);
  return [
    when,
    { label: words.device, value: names.join(', ') || words.unknownDevice },
    { label: words.network, value: network },
  ];
}
