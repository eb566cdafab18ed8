// One factory for the faults of our forms, so that a code always comes with the same English sentence. Pages show their
// own words for the code; the command line and programs show the sentence.
import type { Fault } from '../fault.ts';
import type { FormFaultCode } from './form-fault-codes.ts';

const DETAILS: Readonly<Record<FormFaultCode, string>> = {
  'email-missing': 'Give an e-mail address.',
  'email-malformed': 'This is not an e-mail address: write it as name@example.com, at most 254 characters.',
  'email-taken': 'An account with this e-mail address exists already.',
  'email-taken-by-other': 'An account with this e-mail address exists already.',
  'email-unchanged': 'This is the e-mail address of the account already.',
  'password-missing': 'Give a password.',
  'password-too-short': 'The password must have at least 8 characters.',
  'password-too-long': 'The password must have at most 256 characters.',
  'password-common': 'This password is among the most common ones. Choose another.',
  'password-like-email': 'The password must not be (nearly) the e-mail address. Choose another.',
  'password-unchanged': 'The new password must differ from the current one.',
  'current-password-wrong': 'The current password is wrong.',
  'credentials-wrong': 'E-mail address or password is wrong.',
  'nickname-missing': 'Give a nickname.',
  'value-missing': 'Give a value.',
  'text-too-long': 'The text is too long.',
  'text-forbidden-characters': 'The text contains control, zero-width or direction-changing characters.',
  'birthdate-malformed': 'Write the date as YYYY-MM-DD, or as 0000-MM-DD to leave the year out.',
  'url-malformed': 'Write a complete address that starts with https:// or http://.',
  'phone-number-malformed': 'Write the number with its country code, for example +82 10 1234 5678.',
  'locale-malformed': 'Write a language tag, for example ko-KR.',
  'zoneinfo-malformed': 'Write a time zone of the IANA database, for example Asia/Seoul.',
  'form-expired': 'The form was out of date. Please send it again.',
  'cookies-blocked': 'The browser sent no cookies. Allow them for this site and send the form again.',
  'other-host': 'The page was opened under another address than that of this server.',
};

/** @param path where it is: the form's field, or `[]` for the whole form. */
export const formFault = (path: Fault['path'], code: FormFaultCode, values?: Fault['values']): Fault =>
  values ? { path, code, detail: DETAILS[code], values } : { path, code, detail: DETAILS[code] };
