// Codes of the input errors that a form can show. The message catalogues of `views/` must have a text for each: a
// missing one is a type error.

export const FORM_FAULT_CODES = [
  'email-missing',
  'email-malformed',
  'email-taken',
  'email-taken-by-other',
  'email-unchanged',
  'password-missing',
  'password-too-short',
  'password-too-long',
  'password-common',
  'password-like-email',
  'password-unchanged',
  'current-password-wrong',
  'credentials-wrong',
  'nickname-missing',
  'username-malformed',
  'username-unavailable',
  'username-changes',
  'username-tries',
  'value-missing',
  'optional-value-missing',
  'text-too-long',
  'text-forbidden-characters',
  'birthdate-malformed',
  'url-malformed',
  'phone-number-malformed',
  'locale-malformed',
  'zoneinfo-malformed',
  'form-expired',
  'cookies-blocked',
  'other-host',
] as const;

export type FormFaultCode = (typeof FORM_FAULT_CODES)[number];
