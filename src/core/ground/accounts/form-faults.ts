// One factory for the input errors of forms, so that a code always has the same English sentence. Pages show their own
// text for the code; the command line and programs show the sentence.
import type { Fault } from '../fault.ts';
import type { FormFaultCode } from './form-fault-codes.ts';

const DETAILS: Readonly<Record<FormFaultCode, string>> = {
  'email-missing': 'Enter an email address.',
  'email-malformed': 'Enter an email address like name@example.com, with at most 254 characters.',
  'email-not-plain': 'Some letters of the address count as others. Use {email}, if that is the address.',
  'email-taken': 'An account with this email address already exists.',
  'email-taken-by-other': 'An account with this email address already exists.',
  'email-unchanged': 'The account already has this email address.',
  'email-domain-refused': 'This server does not accept email addresses of this domain.',
  'password-missing': 'Enter a password.',
  'password-too-short': 'The password must have at least 8 characters.',
  'password-too-long': 'The password can have at most 256 characters.',
  'password-common': 'This password is too common. Choose a different one.',
  'password-like-email': 'The password is too similar to the email address. Choose a different one.',
  'password-unchanged': 'The new password must differ from the current one.',
  'current-password-wrong': 'The current password is incorrect.',
  'credentials-wrong': 'The email address or password is incorrect.',
  'code-missing': 'Enter the code.',
  'code-wrong': 'The code is incorrect or was already used.',
  'user-code-wrong': 'No device waits for this code.',
  'codes-resting': 'There were too many incorrect codes. Use a recovery code.',
  'passkey-wrong': 'The passkey could not be used.',
  'passkey-changed': 'The passkey has changed since it was added.',
  'passkey-unknown': 'This passkey does not belong to an account here.',
  'passkey-late': 'This took too long. Try again.',
  'passkey-known': 'This passkey is already in use.',
  'passkey-full': 'The account has as many passkeys as it can have.',
  'passkey-last': 'This is the only way to sign in to the account.',
  'passkey-name': 'Enter a name of at most 60 characters, without control, zero-width and bidirectional characters.',
  'second-step-expired': 'The sign-in took too long or was interrupted. Sign in again.',
  'mailed-code-malformed': 'Enter the 8 digits from the email.',
  'mailed-code-wrong': 'The code is incorrect, was replaced by newer ones, or has expired.',
  'claim-choice-missing': 'What happens to the account was not chosen.',
  'nickname-missing': 'Enter a nickname.',
  'age-unconfirmed': 'Confirm that you have the minimum age.',
  'documents-unagreed': 'Agree to the required documents.',
  'username-malformed':
    'A username has 3 to 30 characters of a-z, 0-9, ".", "_" and "-". It starts with a letter, does not end with a separator, and has no two separators in a row.',
  'username-unavailable': 'This username is not available. Choose a different one.',
  'username-changes': 'The username was changed three times in the last year. It can be changed again later.',
  'username-tries': 'Too many usernames were tried. Try again later.',
  'account-in-doubt':
    'The email address of the account was changed recently. This waits as long as the change can be taken back.',
  'value-missing': 'Enter a value.',
  'optional-value-missing': 'Enter a value, or leave the item out.',
  'text-too-long': 'The text is too long.',
  'text-forbidden-characters': 'Remove control, zero-width and bidirectional characters from the text.',
  'birthdate-malformed': 'Write the date as YYYY-MM-DD, or as 0000-MM-DD without a year.',
  'url-malformed': 'Enter a full URL that starts with https:// or http://.',
  'phone-number-malformed': 'Include the country code, for example +82 10 1234 5678.',
  'locale-malformed': 'Enter a language tag, for example ko-KR.',
  'zoneinfo-malformed': 'Enter an IANA time zone, for example Asia/Seoul.',
  'picture-missing': 'Choose an image file.',
  'picture-several': 'Choose a single image.',
  'picture-too-large': 'The file can have at most 8 MB.',
  'picture-type': 'Choose a PNG, JPEG or WebP image.',
  'picture-malformed': 'The image could not be read. Choose a different one.',
  'picture-pixels': 'The image has more than 40 megapixels. Choose a smaller one.',
  'picture-busy': 'A picture is already being uploaded to this account. Wait until it is done.',
  'picture-full': 'Many pictures are being uploaded. Try again in a moment.',
  'picture-unavailable': 'This server cannot process pictures at the moment.',
  'last-operator': 'This is the last enabled operator. Create or enable another one first.',
  'owns-applications': 'The account owns applications. Name who gets them, or hand each over or delete it first.',
  'new-owner-unknown': 'There is no such account, or its address is not verified. Use its ID, or a verified address.',
  'new-owner-same': 'The applications cannot stay with the account that gives them up. Name another account.',
  'new-owner-inactive': 'The new owner is disabled, or is deleting their account. Name another account.',
  'new-owner-in-doubt':
    'The email address of the new owner was changed recently, which can still be taken back. Name another account.',
  'new-owner-role': 'The role of the new owner may own no applications. Give it the role owner first.',
  'new-owner-no-member':
    'The new owner is no member of each of the applications. Invite them first, or name another account.',
  'new-owner-full': 'The new owner would have more applications than one account can own. Name another account.',
  'offer-not-meant': 'Only the account whose verified address was invited can accept ownership.',
  'offer-may-own-none': 'The role of this account may own no applications.',
  'offer-owns-too-many': 'The account owns as many applications as one account can own.',
  'no-factors': 'There is no second factor that can be removed.',
  'no-reset':
    'This account gets no link: it is disabled, its address is unverified and it is support’s, an operator’s or owns an application, or there is no mail.',
  'resets-too-many': 'This address has had five mails within an hour. Try again later.',
  'form-expired': 'The form is out of date. Submit it again.',
  'cookies-blocked': 'The browser did not send the cookies of this site. Allow them and open the page again.',
  'other-host': 'The page was opened at a different address than the server’s.',
};

/** The act waits while the account is in doubt (contract 21). */
export const inDoubtFault = ({ until }: { until: number }, path: Fault['path'] = []): Fault =>
  formFault(path, 'account-in-doubt', { until });

/** @param path the form's field, or `[]` for the whole form */
export const formFault = (path: Fault['path'], code: FormFaultCode, values?: Fault['values']): Fault =>
  values ? { path, code, detail: fill(DETAILS[code], values), values } : { path, code, detail: DETAILS[code] };

/** Replaces names in braces. */
const fill = (text: string, values: NonNullable<Fault['values']>): string =>
  text.replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name));
