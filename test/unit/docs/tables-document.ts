// docs/commands.md, docs/settings.md and the example of the settings as the program's own tables make them: written by `npm run docs:tables`, held in
// step by tables.test.ts. The prose around the tables is written by hand.
import { readFileSync } from 'node:fs';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { argumentText, flagsOf } from '../../../src/cli/frame/flags.ts';
import type { Setting } from '../../../src/schema/settings/setting.ts';
import {
  SETTING_KEYS,
  SETTING_SECTIONS,
  SETTINGS,
  type SettingKey,
  variableName,
  yamlName,
} from '../../../src/schema/settings/settings.ts';
import { readWritten } from '../../../src/schema/written.ts';

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

/** Comments of at most 120 characters a line. */
const asComment = (text: string): string => text.replace(/(.{1,118})(?: |$)/g, '# $1\n').trimEnd();

/** What the schema answers to a value that no setting has. */
function allowedBy({ schema }: Setting): string {
  const read = readWritten(schema, {});
  return 'faults' in read ? `Allowed: ${read.faults[0]?.allowed}.` : '';
}

const yamlValue = (value: Setting['fallback']): string => {
  if (value === undefined) return '';
  return typeof value === 'string' && !value.startsWith('#') ? ` ${value}` : ` ${JSON.stringify(value)}`;
};

function exampleEntry([key, setting]: [string, Setting]): string {
  const { description, more, fallback } = setting;
  const comments = [more === undefined ? description : `${description} ${more}`, allowedBy(setting)].map(asComment);
  return [...comments, `#${yamlName(key as SettingKey)}:${yamlValue(fallback)}`, ''].join('\n');
}

/** `config/latchkey.example.yaml`: every setting with its default, commented. */
export const EXAMPLE = {
  file: new URL('../../../config/latchkey.example.yaml', import.meta.url),
  text: (): string =>
    [
      `${asComment('All settings of Latchkey, with their defaults. Copy this file to config/latchkey.yaml (or use --config FILE) and uncomment the settings you change. Every setting is also an environment variable, which takes precedence: auth_url is LATCHKEY_AUTH_URL. `latchkey config check` reports every error in the settings.')}\n`,
      ...Object.entries<Record<string, Setting>>(SETTING_SECTIONS).flatMap(([title, settings]) => [
        `# --- ${title} ${'-'.repeat(113 - title.length)}\n`,
        ...Object.entries(settings).map(exampleEntry),
      ]),
    ].join('\n'),
};

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
