// Counts how people answered optional items on the consent page. Required items have only one answer.
import type { ConsentItem } from '../applications/application.ts';
import type { Counters } from './counters.ts';

export function countAnswers(
  counters: Pick<Counters, 'count'>,
  input: {
    applicationId: string;
    shown: readonly Pick<ConsentItem, 'item' | 'consent'>[];
    ticked: readonly string[];
  },
): void {
  for (const { item, consent } of input.shown) {
    if (consent === 'optional') {
      counters.count(input.applicationId, `${input.ticked.includes(item) ? 'agreed' : 'declined'}:${item}`);
    }
  }
}
