// The form of the profile, and that of language and time zone. Each value stays private until the person agrees to
// share it with an application.
import type { Profile } from '../../core/ground/accounts/account.ts';
import type { FieldName } from '../../core/people/profile/profile-fields.ts';
import { LANGUAGE_PATH } from '../page/account-pages.ts';
import type { Language } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { type AddressField, addressFieldsIn, showValue } from '../parts/claim-fields.tsx';
import { ClaimInput } from '../parts/claim-input.tsx';
import { fieldOf, firstFaultyField } from '../parts/faults.tsx';
import { Form, MainButton } from '../parts/form.tsx';
import { ValueText } from '../parts/words.tsx';
import type { LanguagePage, ProfilePage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

/** Where each field stands, but for the parts of a name and of an address, whose order is the language's. */
const PLACES = {
  nickname: 'main',
  name: 'main',
  birthdate: 'main',
  gender: 'main',
  phone_number: 'contact',
  website: 'about',
  profile: 'about',
  locale: 'language',
  zoneinfo: 'language',
} as const satisfies Readonly<
  Record<Exclude<FieldName, NamePart | AddressField>, 'main' | 'contact' | 'about' | 'language'>
>;
type Placed = keyof typeof PLACES;
const placedIn = (place: (typeof PLACES)[Placed]): readonly Placed[] =>
  (Object.keys(PLACES) as Placed[]).filter((field) => PLACES[field] === place);

type NamePart = (typeof NAMES)[Language][number];
const NAMES = {
  en: ['given_name', 'middle_name', 'family_name'],
  ko: ['family_name', 'given_name', 'middle_name'],
} as const satisfies Record<Language, readonly FieldName[]>;
const groupsIn = (language: Language) =>
  ({
    names: NAMES[language],
    contact: [...placedIn('contact'), ...addressFieldsIn(language)],
    about: placedIn('about'),
  }) as const satisfies Record<string, readonly FieldName[]>;
const GROUP_NAMES = ['names', 'contact', 'about'] as const;

const isAddressField = (field: FieldName): field is AddressField => addressFieldsIn('en').some((one) => one === field);

const profileValue = (profile: Profile, field: FieldName): string =>
  (isAddressField(field) ? profile.address?.[field] : profile[field]) ?? '';

const Fields = ({
  context,
  props,
  messages,
  fields,
}: AccountSectionProps<ProfilePage | LanguagePage> & { fields: readonly FieldName[] }) => {
  const faults = props.faultsIn === 'profile' ? props.faults : [];
  const focus = firstFaultyField(faults);
  return (
    <div class="pairs">
      {fields.map((field) => (
        <ClaimInput
          key={field}
          field={field}
          value={profileValue(props.profile, field)}
          faults={faults}
          focus={focus === field}
          language={context.language}
          messages={messages}
        />
      ))}
    </div>
  );
};

/** Closed groups are sent too. A group with a fault is open. */
export const ProfileSection = (section: AccountSectionProps<ProfilePage>) => {
  const { context, props, messages } = section;
  const words = messages.account;
  const groups = groupsIn(context.language);
  const faulty = props.faultsIn === 'profile' ? props.faults.map(fieldOf) : [];
  return (
    <section class="card">
      <h2>{words.profile}</h2>
      <p class="hint">{words.profileHint}</p>
      <Form action="/account/profile" csrf={props.csrf}>
        <Fields {...section} fields={placedIn('main')} />
        {GROUP_NAMES.map((name) => (
          <details key={name} class="group" open={groups[name].some((field) => faulty.includes(field))}>
            <summary>{words[name]}</summary>
            <Fields {...section} fields={groups[name]} />
          </details>
        ))}
        <MainButton text={words.saveProfile} />
      </Form>
      <LanguageRow {...section} />
    </section>
  );
};

/** Leads to the form: its lists are loaded with it alone. */
const LanguageRow = ({ context, props, messages }: AccountSectionProps<ProfilePage>) => {
  const value = placedIn('language').flatMap((field) => props.profile[field] || []);
  return (
    <ul class="rows apart">
      <li>
        <div>
          <b>{messages.items.locale}</b>
          {value.length === 0 ? (
            <p class="hint">{messages.account.noValue}</p>
          ) : (
            <p>
              <ValueText of={showValue('locale', value.join(', '), messages, context.language)} />
            </p>
          )}
        </div>
        <a class="small" href={ownPath(LANGUAGE_PATH)}>
          {messages.account.change}
          <span class="unseen"> {messages.items.locale}</span>
        </a>
      </li>
    </ul>
  );
};

export const LanguageSection = (section: AccountSectionProps<LanguagePage>) => {
  const { props, messages } = section;
  return (
    <section class="card">
      <Form action={LANGUAGE_PATH} csrf={props.csrf}>
        <Fields {...section} fields={placedIn('language')} />
        <MainButton text={messages.account.saveItems} />
      </Form>
    </section>
  );
};
