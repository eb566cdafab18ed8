// Reads the profile fields of a form into values to save, with all input errors at once. An emptied field removes its
// value.

import type { Address, Profile } from '../../ground/accounts/account.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Fault } from '../../ground/fault.ts';
import { CALLING_CODE_FIELD, withCallingCode } from './phone-number.ts';
import { ADDRESS_FIELDS, type FieldName, type PlainField, readField } from './profile-fields.ts';

/** What `AccountStore.saveProfile` takes: `undefined` removes a value, an absent member leaves it alone. */
export type ProfileChange = { [K in keyof Profile]: Profile[K] | undefined };

const isAddressField = (field: FieldName): field is (typeof ADDRESS_FIELDS)[number] =>
  (ADDRESS_FIELDS as readonly string[]).includes(field);

/**
 * @param input what was typed into a field; undefined: nothing
 * @param fields the fields of the form; an address always has all its members
 * @returns `faults` with the field's name as path; an invalid field is not in `values`
 */
export function readProfileFields(
  input: (field: FieldName | typeof CALLING_CODE_FIELD) => string | undefined,
  fields: readonly FieldName[],
): { values: ProfileChange; faults: Fault[] } {
  const faults: Fault[] = [];
  const values: ProfileChange = {};
  const address: Address = {};
  for (const field of fields) {
    const typed = input(field);
    const read = readField(field, field === 'phone_number' ? withCallingCode(input(CALLING_CODE_FIELD), typed) : typed);
    if (read && 'fault' in read) faults.push(formFault([field], read.fault, read.values));
    else if (!isAddressField(field)) values[field satisfies PlainField] = read?.value;
    else if (read) address[field] = read.value;
  }
  if (fields.some(isAddressField)) values.address = Object.keys(address).length > 0 ? address : undefined;
  return { values, faults };
}
