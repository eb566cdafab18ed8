// The form of the profile. Each value stays private until the person agrees to share it with an application.
import type { Profile } from '../../core/accounts/account.ts';
import type { FieldName } from '../../core/profile/profile-fields.ts';
import { type AddressField, addressFieldsIn } from '../parts/claim-fields.tsx';
import { ClaimInput } from '../parts/claim-input.tsx';
import { fieldOf, firstFaultyField } from '../parts/faults.tsx';
import { Form } from '../parts/form.tsx';
import type { Language } from '../parts/page.ts';
import type { ProfilePage } from './account-props.ts';
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
  locale: 'about',
  zoneinfo: 'about',
} as const satisfies Readonly<Record<Exclude<FieldName, NamePart | AddressField>, 'main' | 'contact' | 'about'>>;
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
}: AccountSectionProps<ProfilePage> & { fields: readonly FieldName[] }) => {
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
        <div class="buttons inline">
          <button type="submit" class="primary" data-working={messages.working}>
            {words.saveProfile}
          </button>
        </div>
      </Form>
    </section>
  );
};
