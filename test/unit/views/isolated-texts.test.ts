// Texts of strangers on the pages of support and operators: none turns the direction of what stands around it (K11).
import { describe, expect, it } from 'vitest';
import { HOSTILE_CONSOLE } from './console-hostile.ts';
import { consoleContext } from './console-states.ts';

/** A word that is written from right to left, after a character that turns everything behind it. */
const WORD = 'שלום';
const TURNED = `\u202e${WORD}\u2067`;
const TURNING = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/;

/** What keeps its text apart from the text around it: by nature, by `dir`, or by the style sheet. */
const ISOLATING = new Set(['bdi', 'code', 'option', 'title', 'textarea']);
const VOID = new Set(['input', 'br', 'hr', 'meta', 'link', 'img', 'wbr']);

type Element = { name: string; isolates: boolean; asIs: boolean };

/** The elements that open and close, with the texts between them, as HTML is read. */
function* textsIn(html: string): Generator<{ text: string; around: readonly Element[] }> {
  const around: Element[] = [];
  for (const [, closing, name = '', attributes = '', text = ''] of html.matchAll(
    /<(\/)?([a-z][a-z0-9-]*)((?:"[^"]*"|[^>"])*)>([^<]*)/g,
  )) {
    if (closing) while (around.pop()?.name !== name && around.length > 0);
    else if (!VOID.has(name) && !attributes.endsWith('/')) {
      const isolates = ISOLATING.has(name) || /\sdir="auto"/.test(attributes);
      around.push({ name, isolates, asIs: name === 'textarea' || /\sdata-copy=/.test(attributes) });
    }
    if (text.trim() !== '') yield { text, around: [...around] };
  }
}

const PAGES = [
  ...['accounts', 'account', 'account before a confirmation', 'machine tokens', 'policy', 'audit of the server'],
  ...['messages that were given up', 'groups', 'group', 'group that is deleted'],
];

describe('K11: pages of operators', () => {
  it('the check itself sees a text that stands in the open', () => {
    const found = (html: string) => [...textsIn(html)].map(({ around }) => around.some(({ isolates }) => isolates));
    expect(found(`<p><bdi>${WORD}</bdi></p>`)).toEqual([true]);
    expect(found(`<p><bdi>x</bdi> ${WORD}</p>`)).toEqual([true, false]);
    expect(found(`<p><img alt="">${WORD}<span dir="auto">${WORD}</span></p>`)).toEqual([false, true]);
  });

  it.each(PAGES)('shows a text that turns its direction isolated on the page "%s"', (page) => {
    const html = HOSTILE_CONSOLE[page]?.(consoleContext('en'), TURNED, []) ?? '';
    const texts = [...textsIn(html)].filter(({ text }) => text.includes(WORD));
    expect(texts.length).toBeGreaterThan(0);
    const where = ({ text, around }: { text: string; around: readonly Element[] }) =>
      `${around.map(({ name }) => name).join(' ')}: ${text}`;
    expect(texts.filter(({ around }) => !around.some(({ isolates }) => isolates)).map(where)).toEqual([]);
    // What a field has is what was typed, and what is to be copied is the server's own.
    const shown = texts.filter(({ around }) => !around.some(({ asIs }) => asIs));
    expect(shown.filter(({ text }) => TURNING.test(text)).map(where)).toEqual([]);
  });
});
