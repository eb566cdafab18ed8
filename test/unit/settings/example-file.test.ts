// The example file is documentation that operators copy: it must name every setting, with the true default.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Setting } from '../../../src/schema/settings/setting.ts';
import { SETTING_KEYS, SETTINGS, yamlName } from '../../../src/schema/settings/settings.ts';

import { EXAMPLE } from '../docs/tables-document.ts';

const text = readFileSync('config/latchkey.example.yaml', 'utf8');
/** Settings are commented without a space after `#`, prose with one. */
const uncommented = text.replace(/^#(?=[a-z_]+:)/gm, '');

describe('config/latchkey.example.yaml', () => {
  it('contract 1: is what npm run docs:tables writes', () => {
    expect(text).toBe(EXAMPLE.text());
  });

  it('contract 1: parses as it stands and sets nothing', () => {
    expect(parse(text)).toBeNull();
  });

  it('contract 1: names every setting and nothing else', () => {
    expect(Object.keys(parse(uncommented)).sort()).toEqual(SETTING_KEYS.map(yamlName).sort());
  });

  it.each(SETTING_KEYS)('contract 1: shows the default of %s', (key) => {
    const definition: Setting = SETTINGS[key];
    expect(parse(uncommented)[yamlName(key)] ?? undefined).toEqual(definition.fallback);
  });

  it.each(SETTING_KEYS)('contract 29: one sentence describes %s', (key) => {
    expect(SETTINGS[key].description).toMatch(/^\p{Lu}(?:(?![.!?]\s).)*\.$/su);
  });

  it('contract 1: there are fewer than sixty settings', () => {
    // A file that holds another setting's value is a second way to give that setting.
    const own = SETTING_KEYS.filter((key) => !SETTING_KEYS.some((other) => key === `${other}File`));
    expect(own.length).toBeLessThan(60);
  });
});
