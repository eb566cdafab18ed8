// Every sentence the pages say in English. This catalogue is the measure: the others have its type, so that a missing or
// misshapen message does not compile.
import type { FormFaultCode } from '../../core/accounts/form-fault-codes.ts';
import type { ConsentItemName } from '../../core/consent/catalogue.ts';
import { enAccount } from './en-account.ts';
import { enConsole } from './en-console.ts';
import { enDevelopers } from './en-developers.ts';
import { enErrors } from './en-errors.ts';
import { enStatistics } from './en-statistics.ts';
import type { Phrase } from './phrase.ts';

/** What a fault's message may mention: `Fault.values`. */
export type FaultValues = Readonly<Record<string, string | number>>;

const things = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const faults = {
  'email-missing': () => 'Enter your email address.',
  'email-malformed': () => 'Enter an email address like name@example.com.',
  'email-taken-by-other': () => 'There is already an account with this email address. Use another address.',
  'email-unchanged': () => 'This is your email address already. Enter another one.',
  'email-taken': () => 'There is already an account with this email address. Sign in instead.',
  'password-missing': () => 'Enter your password.',
  'password-too-short': () => 'Use at least 8 characters.',
  'password-too-long': () => 'Use at most 256 characters.',
  'password-common': () => 'This password is one of the first that get guessed. Choose another one.',
  'password-like-email': () => 'This password is too close to your email address. Choose another one.',
  'password-unchanged': () => 'This is your password already. Choose a new one.',
  'current-password-wrong': () => 'This is not your current password.',
  'credentials-wrong': () => 'The email address or the password is not right. Check both and try again.',
  'nickname-missing': () => 'Enter what we should call you.',
  'value-missing': () => 'Fill in this field, or leave its item out.',
  'text-too-long': (values: FaultValues) =>
    typeof values.maximum === 'number'
      ? `Use at most ${values.maximum} characters.`
      : 'This is too long. Make it shorter.',
  'text-forbidden-characters': () =>
    'This contains invisible or control characters. Type it again instead of pasting it.',
  'birthdate-malformed': () => 'Enter a date like 1990-05-17.',
  'url-malformed': () => 'Enter a full web address like https://example.com.',
  'phone-number-malformed': () => 'Enter the number with its country code, like +82 10-1234-5678.',
  'locale-malformed': () => 'Enter a language code like en-GB or ko-KR.',
  'zoneinfo-malformed': () => 'Enter a time zone like Asia/Seoul.',
  'form-expired': () =>
    'Something changed since this page was opened, so nothing was sent. Please look again and send it once more.',
  'cookies-blocked': () =>
    'Your browser sent no cookies, so nothing was done. Signing in needs them: allow cookies for this site, then send this once more.',
  'other-host': ({ here, server }) =>
    `You opened this page at ${here}, and this server is at ${server}. Nothing was done. Open that address, or start again from the application.`,
} satisfies Record<FormFaultCode, (values: FaultValues) => string>;

const items = {
  nickname: 'Nickname',
  profile_image: 'Profile picture',
  name: 'Name',
  gender: 'Gender',
  birthdate: 'Date of birth',
  website: 'Website',
  locale: 'Language and time zone',
  email: 'Email address',
  phone_number: 'Phone number',
  address: 'Address',
} satisfies Record<ConsentItemName, string>;

export const en = {
  languageName: 'English',
  languages: 'Language',
  pageTitle: (title: string, service: string) => `${title} – ${service}`,
  faultyTitle: (title: string) => `Error: ${title}`,
  skip: 'Skip to the content',
  newTab: '(opens in a new tab)',
  cancel: 'Cancel',
  working: 'One moment…',
  items,
  faults,
  faultUnknown: 'Please check this field.',
  faultsTitle: (count: number) => `Please check ${count} things`,

  fields: {
    email: 'Email address',
    password: 'Password',
    nickname: 'Nickname',
    current_password: 'Current password',
    new_password: 'New password',
    preferred_username: 'User name',
    picture: 'Profile picture (web address)',
    name: 'Full name',
    given_name: 'First name',
    family_name: 'Last name',
    middle_name: 'Middle name',
    gender: 'Gender',
    birthdate: 'Date of birth',
    website: 'Website',
    profile: 'Profile page',
    locale: 'Language',
    zoneinfo: 'Time zone',
    phone_number: 'Phone number',
    street_address: 'Street address',
    locality: 'City',
    region: 'State or region',
    postal_code: 'Postal code',
    country: 'Country',
  },
  hints: {
    password: 'At least 8 characters. A few unrelated words make a good one.',
    nickname: 'What applications may call you.',
    picture: 'Like https://example.com/me.jpg',
    website: 'Like https://example.com',
    profile: 'Like https://example.com/me',
    birthdate: 'Year, month, day: 1990-05-17',
    locale: 'Like en-GB or ko-KR',
    zoneinfo: 'Like Asia/Seoul',
    phone_number: 'With the country code: +82 10-1234-5678',
  },
  genders: { none: 'Not stated', female: 'Female', male: 'Male', other: 'Other' },
  passwordShow: 'Show',
  passwordHide: 'Hide',
  passwordShowLabel: 'Show password',
  passwordStrength: ['Too short', 'Easy to guess', 'Good', 'Strong'],

  signIn: {
    title: 'Sign in',
    titleFor: (name: string) => `Sign in to continue to ${name}`,
    lede: (name: string): Phrase => ['to continue to ', { name }],
    ledeAlone: (service: string): Phrase => ['with your ', { name: service }, ' account'],
    persistent: 'Keep me signed in',
    submit: 'Sign in',
    forgot: 'Forgot your password?',
    forgotAsk: (service: string): Phrase => [
      'Ask the people who run ',
      { name: service },
      '. They can give you a link to set a new one.',
    ],
    forgotWrite: ['Write to '] as Phrase,
    forgotWriteAfter: '. They can give you a link to set a new one.',
    noAccount: 'No account yet?',
    create: 'Create one',
    limited: (minutes: number) =>
      `There were too many tries. Wait ${things(minutes, 'minute', 'minutes')}, then sign in again.`,
    signedInAs: (name: string): Phrase => ['Signed in as ', { name }],
    goOn: 'Continue',
  },
  signUp: {
    title: 'Create your account',
    titleFor: (name: string) => `Create an account to continue to ${name}`,
    lede: (name: string): Phrase => ['to continue to ', { name }],
    ledeAlone: (service: string): Phrase => ['One ', { name: service }, ' account for everything you sign in to'],
    submit: 'Create account',
    haveOne: 'Already have an account?',
    signIn: 'Sign in',
    limited: (minutes: number) =>
      `There were too many sign-ups from your network. Wait ${things(minutes, 'minute', 'minutes')}, then try again.`,
  },
  selectAccount: {
    title: 'Choose an account',
    titleFor: (name: string) => `Choose an account to continue to ${name}`,
    lede: (name: string): Phrase => ['to continue to ', { name }],
    ledeAlone: 'These accounts are signed in on this device',
    switch: 'Switch account',
  },
  consent: {
    title: (name: string) => `Continue to ${name}`,
    heading: (name: string): Phrase => ['Continue to ', { name }],
    asks: (name: string, service: string): Phrase => [
      { name },
      ' would like to see this information from your ',
      { name: service },
      ' account.',
    ],
    asksAgain: (name: string): Phrase => [{ name }, ' asks you to check what it may see.'],
    nothing: (name: string): Phrase => [{ name }, ' will know that it is you. It gets no other information.'],
    otherAccount: 'Use another account',
    account: 'Your account',
    required: 'Required',
    requiredHint: 'Needed to continue',
    optional: 'Your choice',
    optionalHint: 'You can continue without these',
    all: 'Agree to all of these',
    agreeAll: 'Agree to everything and continue',
    withheld: 'Shared only once it is verified.',
    ask: 'Not in your account yet. What you enter is saved there.',
    later: 'You can change this at any time in your account.',
    laterNothing: 'You can disconnect it at any time in your account.',
    goTo: (host: string): Phrase => ['You will go to ', { name: host }],
    privacy: 'Privacy policy',
    terms: 'Terms',
    homepage: 'Website',
    agree: 'Agree and continue',
    goOn: 'Continue',
  },
  formPost: {
    title: 'Back to the application',
    goTo: (host: string): Phrase => ['You are going to ', { name: host }],
    submit: 'Continue',
    stays: 'If this page stays, press Continue.',
  },
  error: {
    ...enErrors,
    retryAfter: (seconds: number) =>
      seconds <= 90
        ? `Try again in ${things(Math.max(1, Math.ceil(seconds)), 'second', 'seconds')}.`
        : `Try again in ${things(Math.ceil(seconds / 60), 'minute', 'minutes')}.`,
    code: 'Error code',
    request: 'Request',
    developers: 'For developers',
    explain: 'What this error means and what helps',
    next: 'Go to the start page',
    contact: 'Still stuck? Write to ',
  },
  setup: {
    title: 'Set up your server',
    lede: (service: string): Phrase => [
      'Create the account that operates ',
      { name: service },
      '. This link works once.',
    ],
    submit: 'Create operator account',
  },
  confirm: {
    title: 'Confirm it is you',
    lede: 'What you are about to do needs your password once more. You will not be asked again for 10 minutes.',
    kept: 'Your input is kept. You can check it and send it after you confirm.',
    submit: 'Confirm',
    limited: (minutes: number) => `Too many tries. Wait ${things(minutes, 'minute', 'minutes')}, then confirm again.`,
  },
  setPassword: {
    title: 'Choose a new password',
    lede: 'This link works once. Setting the password signs you out everywhere, ends the access of connected applications, and deletes your API tokens.',
    submit: 'Set password',
  },
  invitation: {
    title: (name: string) => `Join the team of ${name}`,
    heading: (name: string): Phrase => ['Join the team of ', { name }],
    lede: (inviter: string, role: 'editor' | 'viewer'): Phrase => [
      { name: inviter },
      ` invites you as ${role === 'editor' ? 'an editor' : 'a viewer'}.`,
    ],
    roles: {
      editor: 'An editor sees this application and changes it.',
      viewer: 'A viewer sees this application and changes nothing.',
    },
    until: (date: string) => `You can accept until ${date}.`,
    shown: 'Once you accept, the team sees your nickname and your email address.',
    account: 'Your account',
    accept: 'Accept',
    decline: 'Decline',
    otherAccount: 'Use another account',
    signInFirst: 'Sign in or create an account to answer.',
    signIn: 'Sign in',
    signUp: 'Create an account',
    belongs: 'You are in this team already. The invitation is still open for somebody else.',
    open: 'Open the application',
  },
  signOut: {
    title: (service: string) => `Sign out of ${service}?`,
    heading: (service: string): Phrase => ['Sign out of ', { name: service }, '?'],
    asks: (name: string): Phrase => [{ name }, ' asks to sign you out.'],
    check: 'You were led here to sign out.',
    fault:
      'The application made a mistake in its request, so we cannot take you back to it. You can still sign out here.',
    submit: 'Sign out',
    stay: 'Stay signed in',
  },
  signedOut: {
    title: 'You are signed out',
    text: 'Applications you signed in to may keep you signed in until you sign out there as well.',
    fault: 'The application made a mistake in its request, so we cannot take you back to it.',
    action: 'Sign in again',
  },
  home: {
    heading: (service: string): Phrase => ['Your ', { name: service }, ' account'],
    lede: 'It signs you in to applications, without a new password for each.',
    signIn: 'Sign in',
    signUp: 'Create an account',
    account: 'Open your account',
    signedInAs: (name: string): Phrase => ['You are signed in as ', { name }],
    contact: 'Questions? Write to ',
  },
  catalogue: {
    title: 'Consent items',
    lede: 'What an application can ask people for, the claims each item opens, and the scope values that name it.',
    item: 'Item',
    claims: 'Claims',
    scopes: 'Scope values',
  },
  errors: {
    title: 'Errors',
    lede: 'Every error that applications meet here: what caused it, and what their developers can do. The codes never change their meaning.',
  },
  account: enAccount,
  console: enConsole,
  developers: enDevelopers,
  statistics: enStatistics,
};
