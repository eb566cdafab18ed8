// What the page of event endpoints says of each delivery.
import { expect, it } from 'vitest';
import { messagesFor } from '../../../src/views/messages/messages-for.ts';
import { LANGUAGES } from '../../../src/views/page/page.ts';
import { STATES } from './states.ts';

it.each(LANGUAGES)('an event that was not tried yet has no count of tries: %s', (language) => {
  const { statuses, tries } = messagesFor(language).events;
  const [waiting, tried] = (STATES['console-events']?.(language) ?? '').split(`badge">${statuses.pending}<`).slice(1);
  expect(tried).toContain(tries(4));
  expect(waiting).not.toContain(tries(0));
  expect(waiting).not.toContain(tries(1));
});
