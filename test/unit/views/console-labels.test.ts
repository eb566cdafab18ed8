// The notice above a form that is shown again names its fields as their labels do, and leads to them.
import { describe, expect, it } from 'vitest';
import { fieldLabel } from '../../../src/views/console/parts/field-label.ts';
import { messagesFor } from '../../../src/views/messages/messages-for.ts';
import { LANGUAGES } from '../../../src/views/page/page.ts';
import { CONSOLE_STATES } from './console-states.ts';

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .trim();

/** Ids of the forms of a page, the longest first: the id of a field begins with that of its form. */
const formIdsIn = (html: string): string[] =>
  [...html.matchAll(/name="form" value="([^"]+)"/g)].map(([, id = '']) => id).sort((a, b) => b.length - a.length);

describe.each(LANGUAGES)('in the language "%s"', (language) => {
  const messages = messagesFor(language);
  const optional = ` (${messages.console.optionalField})`;

  it('pages: every field of every form of the console has in the notice the words of its label', () => {
    const wrong: unknown[] = [];
    let fields = 0;
    for (const [state, render] of Object.entries(CONSOLE_STATES)) {
      const html = render(language);
      const ids = formIdsIn(html);
      for (const [, id = '', text = ''] of html.matchAll(/<label for="([^"]+)"[^>]*>(.*?)<\/label>/gs)) {
        const form = ids.find((one) => id.startsWith(`${one}-`));
        if (form === undefined || form.startsWith('role-')) continue;
        fields += 1;
        const label = plain(text).replace(optional, '');
        const named = fieldLabel(form, id.slice(form.length + 1), messages);
        if (named !== label) wrong.push({ state, id, label, named });
      }
    }
    expect(fields).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it('pages: a fault above the form leads to its field by the name of its label', () => {
    const html = CONSOLE_STATES['console-new-faults']?.(language) ?? '';
    const notice = html.slice(html.indexOf('role="alert"'), html.indexOf('<h1'));
    const links = [...notice.matchAll(/<a href="#([^"]+)">([^<]+)<\/a>: /g)];
    expect(links.map(([, id]) => id)).toEqual(['new-name', 'new-site_domain', 'new-redirect_uri']);
    for (const [, id, text] of links) expect(html).toContain(`<label for="${id}">${text}</label>`);
  });
});
