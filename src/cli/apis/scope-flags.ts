// The flags of `apis create` for what people read of scopes: `--label SCOPE:TEXT`, and `--label-translation
// SCOPE:LANGUAGE:TEXT`. A scope's name can have colons itself, so it is one of those that the command names.
import type { ApiDraft } from '../../core/applications/apis/check-api.ts';
import { TRANSLATION_LANGUAGES } from '../../core/ground/texts/translations.ts';
import type { FlagSpec, Flags } from '../frame/command.ts';

const MEMBERS = ['label', 'description'] as const;
type Member = (typeof MEMBERS)[number];

const LANGUAGES = TRANSLATION_LANGUAGES.join(' or ');
const SCOPES_FLAGS = ['scope', 'machine-scope'] as const;

const DESCRIPTIONS: Readonly<Record<Member, readonly [own: string, translated: string]>> = {
  label: ['what people read instead of the name of a scope', 'label of a scope'],
  description: ['what a scope is for', 'description of a scope'],
};

export const SCOPE_TEXT_FLAGS: readonly FlagSpec[] = [
  ...MEMBERS.map((name) => ({
    ...{ name, value: 'SCOPE:TEXT', description: DESCRIPTIONS[name][0] },
    repeated: true as const,
  })),
  ...MEMBERS.map((name) => ({
    ...{ name: `${name}-translation`, value: 'SCOPE:LANGUAGE:TEXT' },
    description: `${DESCRIPTIONS[name][1]} in another language (${LANGUAGES})`,
    repeated: true as const,
  })),
];

/** As `scopes` of the draft has them: the flag that names each, and its name. */
const namedScopes = (flags: Flags): readonly (readonly [flag: (typeof SCOPES_FLAGS)[number], name: string])[] =>
  SCOPES_FLAGS.flatMap((flag) => flags.all(flag).map((name) => [flag, name] as const));

export const scopesIn = (flags: Flags): NonNullable<ApiDraft['scopes']> =>
  namedScopes(flags).map(([flag, name]) => ({
    name,
    label: textOf(flags, 'label', name),
    description: textOf(flags, 'description', name),
    translations: Object.fromEntries(
      TRANSLATION_LANGUAGES.map((language) => [
        language,
        {
          label: textOf(flags, 'label-translation', `${name}:${language}`),
          description: textOf(flags, 'description-translation', `${name}:${language}`),
        },
      ]),
    ),
    ...(flag === 'scope' ? { byDefault: flags.all('default-scope').includes(name) } : { machine: true }),
  }));

/** What stands before the text of each value: `billing.read`, or `billing.read:ko`; undefined if nothing known does. */
function readTexts(flags: Flags, flag: string) {
  const names = namedScopes(flags).map(([, name]) => name);
  const places = flag.endsWith('-translation')
    ? names.flatMap((name) => TRANSLATION_LANGUAGES.map((language) => `${name}:${language}`))
    : names;
  return flags.all(flag).map((value) => {
    const place = places
      .filter((one) => value.startsWith(`${one}:`))
      .reduce<string | undefined>((best, one) => (one.length > (best?.length ?? 0) ? one : best), undefined);
    return { value, place, text: value.slice((place?.length ?? 0) + 1) };
  });
}

const textOf = (flags: Flags, flag: string, place: string): string | undefined =>
  readTexts(flags, flag).findLast((one) => one.place === place)?.text;

/** Texts and defaults of scopes that no flag names. */
export const strayScopes = (flags: Flags): string[] => [
  ...SCOPE_TEXT_FLAGS.flatMap(({ name, value }) =>
    readTexts(flags, name)
      .filter(({ place }) => place === undefined)
      .map((one) => `--${name} ${JSON.stringify(one.value)}: use ${value}, with a scope of --scope or --machine-scope`),
  ),
  ...flags
    .all('default-scope')
    .filter((name) => !flags.all('scope').includes(name))
    .map((name) => `--default-scope ${JSON.stringify(name)}: there is no --scope of this name`),
];

/** The flag of a fault in `scopes`, with what comes before a text: `--label-translation "billing.read:ko"`. */
export function scopeFlagOf(flags: Flags, [, index, ...rest]: readonly (string | number)[]): string {
  const [flag, name] = namedScopes(flags)[Number(index)] ?? SCOPES_FLAGS;
  const [part, language, member] = rest;
  if (part === 'translations') return `--${member}-translation ${JSON.stringify(`${name}:${language}`)}`;
  const isText = MEMBERS.some((one) => one === part);
  return index === undefined ? `--${flag}` : `--${isText ? part : flag} ${JSON.stringify(name)}`;
}
