// The guides of `docs` in two languages: the page of each is made from its document.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { enConsole } from '../../../src/views/messages/en/console.ts';
import { koConsole } from '../../../src/views/messages/ko/console.ts';

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../docs/${name}.md`, import.meta.url)), 'utf8');

/** Commands and links, whatever the language. */
const partsOf = (text: string) => ({
  blocks: [...text.matchAll(/^ *<!-- .* -->\n( *)```sh\n([\s\S]*?)^\1```$/gm)].map(([, , block]) => block),
  chapters: [...text.matchAll(/^## /gm)].length,
  steps: [...text.matchAll(/^(?:\d+\.|-) /gm)].length,
  links: [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, href]) => href).sort(),
});

describe.each(['users', 'owners'])('the guide for %s', (name) => {
  it('has the same chapters, steps, commands and links in Korean', () => {
    const english = partsOf(read(name));
    expect(english.chapters).toBeGreaterThan(5);
    expect(partsOf(read(`${name}.ko`))).toEqual(english);
  });
});

it('the Korean guide for owners names the sections of the console as its Korean pages do', () => {
  const named = (text: string) => [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, title = '']) => title.trim());
  const korean = named(read('owners.ko'));
  for (const [section, title] of Object.entries(enConsole.sections)) {
    const isNamed = named(read('owners').replaceAll(/\n/g, ' ')).includes(title);
    const titleInKorean = koConsole.sections[section as keyof typeof koConsole.sections];
    expect(korean.includes(titleInKorean), section).toBe(isNamed);
  }
});
