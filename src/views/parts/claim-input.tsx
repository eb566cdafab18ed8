// The input of a person's own claim, on the consent page and in the profile. People choose or type names, not codes.

import type { Fault } from '../../core/ground/fault.ts';
import type { FieldName } from '../../core/people/profile/profile-fields.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import { type Choice, languageName, languages, timeZones } from './choices.ts';
import { SHAPES } from './claim-fields.tsx';
import { faultAt } from './faults.tsx';
import { Field, LinesField, SelectField } from './form.tsx';
import { zoneName } from './time-zones.ts';

/** The same as in core; a test checks that. */
export const CALLING_CODE_FIELD = 'calling_code';

/** What the page adds to a phone number that is typed as at home. */
const CALLING_CODES: Readonly<Record<Language, string | undefined>> = { en: undefined, ko: '+82' };

type ClaimInputProps = {
  field: FieldName;
  value: string;
  faults: readonly Fault[];
  focus: boolean;
  language: Language;
  messages: Messages;
  /** The heading above says the same: the label is for screen readers only. */
  labelUnseen?: boolean;
  required?: boolean;
  /** In a preview, where nobody can choose: long lists are left out. */
  isPreview?: boolean | undefined;
};

const common = ({ field, value, faults, focus, messages, labelUnseen = false, required = false }: ClaimInputProps) => ({
  name: field,
  label: messages.fields[field],
  value,
  fault: faultAt(field, faults, messages),
  focus,
  labelUnseen,
  required,
});

const hintOf = (field: FieldName, messages: Messages): string | undefined => {
  const hints: Readonly<Record<string, string | undefined>> = messages.hints;
  return hints[field];
};

/** A date control would lose a year alone or an invalid date: those stay text. */
const birthdateType = (value: string): 'date' | 'text' =>
  value === '' || /^[1-9]\d{3}-\d\d-\d\d$/.test(value) ? 'date' : 'text';

type ChooseProps = {
  input: ClaimInputProps;
  autocomplete: string;
  none: string;
  choices: readonly Choice[];
  nameOf?: (value: string) => string;
};

/** What is stored or was sent stays among the options even if it is not a listed one. */
const Choose = ({ input, autocomplete, none, choices, nameOf = (value) => value }: ChooseProps) => {
  const { value } = input;
  const isListed = value === '' || choices.some(([one]) => one === value);
  const own: readonly Choice[] = isListed ? [] : [[value, nameOf(value)]];
  const listed = input.isPreview ? [] : choices;
  return <SelectField {...common(input)} autocomplete={autocomplete} options={[['', none], ...own, ...listed]} />;
};

const Gender = (input: ClaimInputProps) => {
  const { none, ...known } = input.messages.genders;
  return <Choose input={input} autocomplete="sex" none={none} choices={Object.entries(known)} />;
};

const PhoneNumber = (input: ClaimInputProps) => {
  const callingCode = CALLING_CODES[input.language];
  return (
    <>
      {callingCode === undefined ? null : <input type="hidden" name={CALLING_CODE_FIELD} value={callingCode} />}
      <Field {...common(input)} {...SHAPES.phone_number} hint={input.messages.hints.phone_number} />
    </>
  );
};

export const ClaimInput = (input: ClaimInputProps) => {
  const { field, value, language, messages } = input;
  const none = messages.consent.choose;
  switch (field) {
    case 'gender':
      return <Gender {...input} />;
    case 'locale': {
      const nameOf = (tag: string) => languageName(tag, language);
      return <Choose input={input} autocomplete="language" none={none} choices={languages(language)} nameOf={nameOf} />;
    }
    case 'zoneinfo': {
      const nameOf = (zone: string) => zoneName(zone, language);
      return <Choose input={input} autocomplete="off" none={none} choices={timeZones(language)} nameOf={nameOf} />;
    }
    case 'phone_number':
      return <PhoneNumber {...input} />;
    case 'street_address':
      return <LinesField {...common(input)} autocomplete="street-address" />;
    default: {
      const shape = field === 'birthdate' ? { ...SHAPES.birthdate, type: birthdateType(value) } : SHAPES[field];
      return <Field {...common(input)} {...shape} hint={shape.type === 'date' ? undefined : hintOf(field, messages)} />;
    }
  }
};
