// What the overview of an application says of who can sign in (contract 3, 31).
import { expect, test } from 'vitest';
import { enConsole } from '../../../src/views/messages/en/console.ts';
import { CONSOLE_STATES } from './console-states.ts';

const { overview, publish } = enConsole;

test.each([
  ['console-overview', overview.onTexts.everyone, true],
  ['console-overview-test', overview.onTexts.team, false],
  ['console-overview-groups', overview.onTexts.groups, true],
] as const)('contract 31: "%s" says who can sign in, and test mode alone is a step to leave', (state, text, isLeft) => {
  const html = CONSOLE_STATES[state]?.('en') ?? '';
  expect(html).toContain(text);
  const step = html.slice(0, html.indexOf(publish.steps.audience)).split('<li').at(-1) ?? '';
  const rest = html.slice(html.indexOf(publish.steps.audience)).split('</li>')[0] ?? '';
  expect(`${step}${rest}`.includes(publish.done)).toBe(isLeft);
});
