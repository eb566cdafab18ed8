// Checks the plain values of an application and applies their defaults.
import type { Fault } from '../fault.ts';
import { applicationFault } from './application-faults.ts';
import type { ChoiceField, Field, FieldDrafts, FieldEntries, FieldValues } from './application-fields.ts';
import { checkFieldText, checkLink } from './check-texts.ts';

/** @returns the values of `fields` only */
export function checkFields(fields: FieldEntries, draft: FieldDrafts, faults: Fault[]): FieldValues {
  const values = fields.map(([name, field]) => [name, checkField(field, draft[name], faults)]);
  return Object.fromEntries(values) as FieldValues;
}

function checkField(field: Field, sent: string | boolean | undefined, faults: Fault[]): string | boolean | undefined {
  switch (field.kind) {
    case 'flag':
      return sent ?? field.byDefault;
    case 'choice':
      return checkChoice(field, sent, faults);
    case 'text':
      return checkFieldText(field, sent as string | undefined, faults);
    case 'link':
      return checkLink(sent as string | undefined, [field.wire], faults);
  }
}

function checkChoice({ wire, values, byDefault, refusal }: ChoiceField, sent: unknown, faults: Fault[]) {
  if (sent === undefined) return byDefault;
  const value = values.find((known) => known === sent);
  if (value === undefined) faults.push(applicationFault([wire], refusal));
  return value ?? byDefault;
}
