// The fields for an application's texts in each language of the pages, folded away where there are none.
import type { Translations } from '../../../core/ground/texts/translations.ts';
import type { Messages } from '../../messages/messages-for.ts';
import { LANGUAGES, type Language } from '../../page/page.ts';
import { ConsoleText, type FormOf } from './console-fields.tsx';
import { InlineValue } from './inline-text.tsx';

type Texts<Member extends string> = {
  translations: Translations<Member> | undefined;
  /** Each member with its label. */
  members: readonly (readonly [Member, string])[];
};

/** Name of the form field for a text in one language. */
export const translationField = (member: string, language: Language): string => `${member}_${language}`;

/** Each text with the name of its field and its label, by language. */
export const textsByLanguage = <Member extends string>(
  { translations, members }: Texts<Member>,
  messages: Messages,
) => {
  const words = messages.console.translated;
  return LANGUAGES.flatMap((language) =>
    members.map(([member, label]) => ({
      name: translationField(member, language),
      label: words.label(label, words.languages[language]),
      current: translations?.[language]?.[member] ?? '',
      language,
    })),
  );
};

/** The fields in a disclosure, which is open if one of them has a text. */
export const TranslatedTexts = <Member extends string>({ of, ...texts }: Texts<Member> & { of: FormOf }) => {
  const words = of.messages.console.translated;
  const fields = textsByLanguage(texts, of.messages);
  const isFilledIn = fields.some(({ name, current }) => (of.sent?.values.get(name) ?? current) !== '');
  return (
    <details class="fold" open={isFilledIn}>
      <summary>
        <span>{words.title}</span>
      </summary>
      <p class="hint">{words.hint}</p>
      {fields.map(({ name, label, current, language }) => (
        <ConsoleText
          key={name}
          of={of}
          name={name}
          label={label}
          current={current}
          language={language}
          ownDirection
          optional
        />
      ))}
    </details>
  );
};

type Described = {
  label: string | undefined;
  description: string | undefined;
  translations: Translations<'label' | 'description'> | undefined;
};
type Hints = Readonly<Record<'labelHint' | 'descriptionHint', string>>;

/** What people read of a group or of a scope: its label and its description, and both in each language. */
export const DescribedTexts = (props: { of: FormOf; texts: Described; hints: Hints; focus?: boolean }) => {
  const { of, texts, hints, focus = false } = props;
  const words = of.messages.groups;
  const members = (['label', 'description'] as const).map((member) => [member, words[member]] as const);
  return (
    <>
      {members.map(([member, label]) => (
        <ConsoleText
          key={member}
          of={of}
          name={member}
          label={label}
          hint={hints[`${member}Hint`]}
          current={texts[member] ?? ''}
          ownDirection
          focus={focus && member === 'label'}
          optional
        />
      ))}
      <TranslatedTexts of={of} translations={texts.translations} members={members} />
    </>
  );
};

/** The texts that exist, as lines below the item, for those who cannot edit them. */
export const TranslatedLines = <Member extends string>({
  messages,
  ...texts
}: Texts<Member> & { messages: Messages }) =>
  textsByLanguage(texts, messages)
    .filter(({ current }) => current !== '')
    .map(({ name, label, current }) => (
      <span class="hint" key={name}>
        {label}: <InlineValue of={current} />
      </span>
    ));
