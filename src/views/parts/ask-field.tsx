// A field of the consent page, for an item without a value. People choose or type names, not codes: countries, calling
// codes, languages and time zones. The profile has the same fields as plain text, which keeps the account page small.
import type { Fault } from '../../core/fault.ts';
import type { FieldName } from '../../core/profile/profile-fields.ts';
import type { Messages } from '../messages/messages-for.ts';
import { type Choice, callingCodes, countryNames, languageName, languages, timeZones } from './choices.ts';
import { ClaimInput } from './claim-fields.tsx';
import { faultAt } from './faults.tsx';
import { Field, SelectField } from './form.tsx';
import type { Language } from './page.ts';
import { zoneName } from './time-zones.ts';

/** The same as in core; a test checks that. */
export const PHONE_COUNTRY_FIELD = 'phone_country';

type AskFieldProps = {
  field: FieldName;
  /** What was typed into the fields of the item. */
  typed: Readonly<Record<string, string>>;
  faults: readonly Fault[];
  focus: boolean;
  language: Language;
  messages: Messages;
  labelUnseen: boolean;
};

const CALLING_CODE_AT_FIRST: Readonly<Record<Language, string>> = { en: '', ko: 'KR+82' };

const common = ({ field, typed, faults, focus, messages, labelUnseen }: AskFieldProps) => ({
  name: field,
  label: messages.fields[field],
  value: typed[field] ?? '',
  fault: faultAt(field, faults, messages),
  focus,
  labelUnseen,
});

type ChooseProps = { ask: AskFieldProps; choices: readonly Choice[]; nameOf: (value: string) => string };

/** What was sent stays among the options even if it is not a listed one. */
const Choose = ({ ask, choices, nameOf }: ChooseProps) => {
  const props = common(ask);
  const isListed = props.value === '' || choices.some(([value]) => value === props.value);
  const own: readonly Choice[] = isListed ? [] : [[props.value, nameOf(props.value)]];
  return (
    <SelectField
      {...props}
      autocomplete={ask.field === 'locale' ? 'language' : 'off'}
      options={[['', ask.messages.consent.choose], ...own, ...choices]}
    />
  );
};

const Country = (ask: AskFieldProps) => (
  <>
    <Field {...common(ask)} autocomplete="country-name" list="countries" ownDirection />
    <datalist id="countries">
      {countryNames(ask.language).map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  </>
);

const PhoneNumber = (ask: AskFieldProps) => {
  const { typed, language, messages } = ask;
  return (
    <>
      <SelectField
        name={PHONE_COUNTRY_FIELD}
        label={messages.fields[PHONE_COUNTRY_FIELD]}
        value={typed[PHONE_COUNTRY_FIELD] || CALLING_CODE_AT_FIRST[language]}
        autocomplete="off"
        options={[['', messages.consent.choose], ...callingCodes(language)]}
      />
      <Field {...common(ask)} labelUnseen={false} type="tel" inputmode="tel" autocomplete="tel" />
    </>
  );
};

export const AskField = (ask: AskFieldProps) => {
  const { field, language } = ask;
  if (field === 'locale')
    return <Choose ask={ask} choices={languages(language)} nameOf={(tag) => languageName(tag, language)} />;
  if (field === 'zoneinfo')
    return <Choose ask={ask} choices={timeZones(language)} nameOf={(zone) => zoneName(zone, language)} />;
  if (field === 'country') return <Country {...ask} />;
  if (field === 'phone_number') return <PhoneNumber {...ask} />;
  return <ClaimInput {...ask} value={ask.typed[field] ?? ''} />;
};
