// docs/commands.md and docs/settings.md as the program's own tables make them: written by `npm run docs:tables`, held in
// step by tables.test.ts. The prose around the tables is written by hand.
import { readFileSync } from 'node:fs';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { argumentText, flagsOf } from '../../../src/cli/flags.ts';
import { SETTING_KEYS, SETTINGS, variableName } from '../../../src/settings/schema.ts';

/** One row for each setting: variable, default, meaning. */
const settingRows = (): string[] =>
  SETTING_KEYS.map((key) => {
    const { fallback, description } = SETTINGS[key];
    const shown = fallback === undefined || String(fallback) === '' ? '' : `\`${fallback}\``;
    return `| \`${variableName(key)}\` | ${shown} | ${description} |`;
  });

/** One row for each command: name with argument, flags, summary. */
const commandRows = (): string[] =>
  COMMANDS.map((spec) => {
    const { path, argument, summary } = spec;
    const words = flagsOf(spec).map(({ name, value }) => `\`--${name}${value ? ` ${value}` : ''}\``);
    const name = [...path, ...(argument ? [argumentText(argument)] : [])].join(' ');
    return `| \`${name}\` | ${words.join(' ')} | ${summary} |`;
  });

export const TABLE_PAGES = [
  { file: new URL('../../../docs/commands.md', import.meta.url), rows: commandRows },
  { file: new URL('../../../docs/settings.md', import.meta.url), rows: settingRows },
] as const;

/** The rows that stand in a page, between its two marks and below the two lines of the table's head. */
export const rowsOf = (page: string): string[] =>
  /<!-- table -->\n(?:.*\n){2}([\s\S]*?)\n<!-- \/table -->/.exec(page)?.[1]?.split('\n') ?? [];

/** The page with its table made anew. */
export const withRows = (file: URL, rows: readonly string[]): string =>
  readFileSync(file, 'utf8').replace(
    /(<!-- table -->\n(?:.*\n){2})[\s\S]*?(\n<!-- \/table -->)/,
    (_, before, after) => `${before}${rows.join('\n')}${after}`,
  );
