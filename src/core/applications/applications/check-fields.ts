// Checks the plain values of an application and applies their defaults.
import type { Fault } from '../../ground/fault.ts';
import { applicationFault } from './application-faults.ts';
import type { FieldDrafts, FieldEntries, FieldValues } from './application-fields.ts';
import { checkFieldText, checkLink } from './check-texts.ts';
import type { ChoiceField, ListField, MemberField } from './field.ts';

/** @returns the values of `fields` only */
export function checkFields(fields: FieldEntries, draft: FieldDrafts, faults: Fault[]): FieldValues {
  const values = fields.map(([name, field]) => [name, checkField(field, draft[name], faults)]);
  return Object.fromEntries(values) as FieldValues;
}

type Sent = FieldDrafts[keyof FieldDrafts];

function checkField(field: MemberField, sent: Sent, faults: Fault[]): Sent {
  switch (field.kind) {
    case 'flag':
      return sent ?? field.byDefault;
    case 'list':
      return checkList(field, sent as readonly (string | undefined)[] | undefined, faults);
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

/** An entry that is no text was reported with the shape of the body. */
function checkList(field: ListField, sent: readonly (string | undefined)[] | undefined, faults: Fault[]) {
  if (sent === undefined) return field.byDefault;
  const { wire, values, byDefault } = field;
  const [unknown, incomplete] = field.refusals;
  sent.forEach((one, index) => {
    if (one !== undefined && !values.includes(one)) faults.push(applicationFault([wire, index], unknown));
  });
  if (!sent.includes(undefined) && !byDefault.every((one) => sent.includes(one)))
    faults.push(applicationFault([wire], incomplete));
  return values.filter((one) => sent.includes(one));
}
