// The classes of the pages and the rules of the style sheets, each of which is for the other: a class without a rule is
// a part of a page that looks like nothing, and a rule without a class is weight.
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/views/page/page.ts';
import { assets, otherAssets } from './contexts.ts';
import { readTags } from './payloads.ts';
import { STATES } from './states.ts';

const SHEETS = [
  ...[assets.style, otherAssets.style, assets.wide, assets.consoleStyle, assets.developersStyle],
  ...[assets.policyStyle, assets.sectionStyle],
];
const SCRIPTS = [assets.script, assets.passkeyScript, assets.consoleScript, assets.policyScript]
  .map(({ body }) => body)
  .join('\n');
/** Of the mark of a name, by a hash of the name: the states do not have every colour. */
const OF_NAMES = /^hue-\d$/;

/** The names of classes in the selectors of a style sheet. */
const classesOf = (sheet: string): ReadonlySet<string> => {
  const selectors = sheet.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name));
};

const RULES = new Map(SHEETS.map(({ path, body }) => [path, classesOf(body)]));

const rendered = Object.entries(STATES).flatMap(([state, render]) =>
  LANGUAGES.map((language) => ({ state, tags: readTags(render(language)) })),
);

const classesIn = (tags: ReturnType<typeof readTags>): readonly string[] =>
  tags.flatMap(({ attributes }) => attributes.get('class')?.split(/\s+/) ?? []);

describe('classes', () => {
  it('pages: every class has a rule in a style sheet that its page loads', () => {
    const without = rendered.flatMap(({ state, tags }) => {
      const loaded = tags.flatMap(({ name, attributes }) =>
        name === 'link' ? [RULES.get(attributes.get('href') ?? '')] : [],
      );
      return classesIn(tags)
        .filter((name) => !loaded.some((rules) => rules?.has(name)))
        .map((name) => `${name} in ${state}`);
    });
    expect([...new Set(without)]).toEqual([]);
  });

  it('pages: every rule has a page, or a script that gives its class', () => {
    const used = new Set(rendered.flatMap(({ tags }) => classesIn(tags)));
    const unused = [...RULES.values()]
      .flatMap((names) => [...names])
      .filter((name) => !used.has(name) && !OF_NAMES.test(name))
      .filter((name) => !new RegExp(`['" ]${name.replace(/\d$/, '')}\\b`).test(SCRIPTS));
    expect(unused).toEqual([]);
  });
});
