// Every text of the pages in English. The other catalogues have the type of this one, so that a missing or malformed
// message does not compile.

import type { MemberRole } from '../../../core/applications/members/member.ts';
import type { FormFaultCode } from '../../../core/ground/accounts/form-fault-codes.ts';
import type { ConsentItemName } from '../../../core/ground/consent-items.ts';
import type { SignUpsLimit } from '../../page/page.ts';
import type { Phrase } from '../../page/phrase.ts';
import { dateText, timeText } from '../../page/time-text.tsx';
import { enAccount } from './account.ts';
import { enAccountData } from './account-data.ts';
import { enActivity } from './activity.ts';
import { enAddedLately, enAfterReset } from './after-reset.ts';
import { enApis } from './apis.ts';
import { enAudit } from './audit.ts';
import { enClients } from './clients.ts';
import { enConsole } from './console.ts';
import { enDemandedFactor } from './demanded-factor.ts';
import { enDevelopers } from './developers.ts';
import { enDevices } from './devices.ts';
import { enDoctor } from './doctor.ts';
import { enDocuments } from './documents.ts';
import { enErrors } from './errors.ts';
import { enEvents } from './events.ts';
import { enGivenUpMessages } from './given-up-messages.ts';
import { enGroups } from './groups.ts';
import { enLeaving } from './leaving.ts';
import { enMachineTokens } from './machine-tokens.ts';
import { enMail } from './mail.ts';
import { enOperators } from './operators.ts';
import { enPasskeys } from './passkeys.ts';
import { enPicture } from './picture.ts';
import { enPolicy } from './policy.ts';
import { enReceipts } from './receipts.ts';
import { enReference } from './reference.ts';
import { enServerState } from './server-state.ts';
import { enSigningKeys } from './signing-keys.ts';
import { enStatistics } from './statistics.ts';
import { enTrustedDevices } from './trusted-devices.ts';
import { enTwoStep } from './two-step.ts';
import { enVerification } from './verification.ts';

/** Values that a fault's message may contain: `Fault.values`. */
export type FaultValues = Readonly<Record<string, string | number>>;

const plural = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** A wait of many minutes, in hours. */
const waitText = (minutes: number): string =>
  minutes < 120 ? plural(minutes, 'minute', 'minutes') : plural(Math.ceil(minutes / 60), 'hour', 'hours');

const faults = {
  'email-missing': () => 'Enter your email address.',
  'email-malformed': () => 'Enter an email address like name@example.com.',
  'email-taken-by-other': () => 'An account with this email address already exists. Use a different address.',
  'email-unchanged': () => 'This is already your email address. Enter a different one.',
  'email-not-plain': ({ email }) =>
    `This address has letters that look like others. If yours is ${email}, enter it like that.`,
  'email-domain-refused': () => 'Addresses of this domain are not accepted here. Use a different one.',
  'email-taken': () => 'An account with this email address already exists. Sign in instead.',
  'password-missing': () => 'Enter your password.',
  'password-too-short': () => 'Use at least 8 characters.',
  'password-too-long': () => 'Use at most 256 characters.',
  'password-common': () => 'This password is too common. Choose a different one.',
  'password-like-email': () => 'This password is too similar to your email address. Choose a different one.',
  'password-unchanged': () => 'This is already your password. Choose a new one.',
  'current-password-wrong': () => 'Your current password is incorrect.',
  'credentials-wrong': () => 'Incorrect email address or password. Check both and try again.',
  'code-missing': () => 'Enter the code.',
  'code-wrong': () => 'This code is incorrect or was already used. Enter the next one.',
  'user-code-wrong': () => 'No device is waiting with this code. Check it, or get a new code on the device.',
  'codes-resting': () => 'There were too many incorrect codes. Use a recovery code.',
  'passkey-wrong': () => 'The passkey could not be used. Try again, or sign in another way.',
  'passkey-changed': () =>
    'This passkey has changed since you added it, so it no longer works here. Sign in another way, remove it, and add this passkey again.',
  'passkey-unknown': () => 'This passkey does not belong to an account here. Use another one, or sign in another way.',
  'passkey-late': () => 'This took too long. Try again.',
  'passkey-known': () => 'This passkey is already in use.',
  'passkey-full': () => 'You have as many passkeys as an account can have. Remove one first.',
  'passkey-last': () => 'This is the only way to sign in to your account, so it cannot be removed.',
  'passkey-name': () => 'Enter a name of at most 60 characters.',
  'second-step-expired': () => 'The sign-in took too long or was interrupted. Sign in again.',
  'mailed-code-malformed': () => 'Enter the 8 digits from the email.',
  'mailed-code-wrong': () => 'This code is incorrect or no longer valid. Check the newest email, or send a new code.',
  'claim-choice-missing': () => 'Choose what happens to this account.',
  'nickname-missing': () => 'Enter a nickname.',
  'age-unconfirmed': ({ years }) => `You must be ${years} or older to create an account.`,
  'documents-unagreed': () => 'Agree to everything that is required.',
  'username-malformed': () =>
    'Use 3 to 30 letters (a–z), digits, dots, hyphens or underscores. Start with a letter, end with a letter or digit, and do not use two separators in a row.',
  'username-unavailable': () => 'This username is not available. Choose a different one.',
  'username-changes': ({ until }) =>
    typeof until === 'number'
      ? `You have changed your username three times in the last year. You can change it again on ${dateText(until, 'en')}.`
      : 'You have changed your username three times in the last year. You can change it again later.',
  'username-tries': ({ minutes }) =>
    typeof minutes === 'number'
      ? `You have tried too many usernames. Try again in ${plural(minutes, 'minute', 'minutes')}.`
      : 'You have tried too many usernames. Try again later.',
  'account-in-doubt': ({ until }) =>
    typeof until === 'number'
      ? `The account’s email address was changed recently. The change can be taken back until ${timeText(until, 'en')}, and this has to wait until then.`
      : 'The account’s email address was changed recently. This has to wait as long as the change can be taken back.',
  'value-missing': () => 'Fill in this field.',
  'optional-value-missing': () => 'Fill in this field, or clear its checkbox.',
  'text-too-long': (values: FaultValues) =>
    typeof values.maximum === 'number'
      ? `Use at most ${values.maximum} characters.`
      : 'This text is too long. Shorten it.',
  'text-forbidden-characters': () =>
    'This text contains invisible or control characters. Type it instead of pasting it.',
  'birthdate-malformed': () => 'Enter a date like 1990-05-17.',
  'url-malformed': () => 'Enter a full URL like https://example.com.',
  'phone-number-malformed': () =>
    'Enter a full phone number with its country code, like +82\u00a010-\u20601234-\u20605678.',
  'locale-malformed': () => 'Enter a language code like en-GB or ko-KR.',
  'zoneinfo-malformed': () => 'Enter a time zone like Asia/Seoul.',
  'picture-missing': () => 'Choose an image file.',
  'picture-several': () => 'Choose a single image.',
  'picture-too-large': () => 'This file is larger than 8 MB. Choose a smaller one.',
  'picture-type': () => 'Choose a PNG, JPEG or WebP image.',
  'picture-malformed': () => 'This image could not be read. Choose a different one.',
  'picture-pixels': () => 'This image has more than 40 megapixels. Choose a smaller one.',
  'picture-busy': () => 'Another picture is being uploaded to your account. Wait until it is done.',
  'picture-full': () => 'Many people are uploading pictures right now. Try again in a moment.',
  'picture-unavailable': () => 'This service cannot process pictures right now. Try again later.',
  'last-operator': () => 'This is the last enabled operator. Create or enable another one first.',
  'owns-applications': () =>
    'This account owns applications, which are listed below. Choose who gets them, or transfer or delete each of them first.',
  'new-owner-unknown': () => 'There is no such account, or its address is not verified.',
  'new-owner-same': () => 'The applications cannot stay with this account. Choose somebody else.',
  'new-owner-inactive': () => 'This account is disabled, or its person is deleting it. Choose somebody else.',
  'new-owner-in-doubt': () =>
    'The email address of this account was changed recently, and the change can still be taken back. Choose somebody else.',
  'new-owner-role': () => 'The role of this account may own no applications. Give it the role of owner first.',
  'new-owner-no-member': () => 'Whoever gets the applications must be in the team of each. Invite them first.',
  'offer-not-meant': () => 'Only the account with the verified email address that was invited can accept this.',
  'offer-may-own-none': () => 'Your role may not own applications. Ask an operator to change it.',
  'offer-owns-too-many': () => 'You already own as many applications as one account can have.',
  'new-owner-full': () => 'This account would own more applications than it can have. Choose somebody else.',
  'no-factors': () => 'There is no second factor that can be removed.',
  'no-reset': () =>
    'No link was sent: the account is disabled, or its address is unverified and it is staff or owns an application. Verify the address first.',
  'resets-too-many': () => 'This address has had five emails within an hour. Try again later.',
  'form-expired': () =>
    'Something changed after you opened this page, so nothing was submitted. Review the form and submit it again.',
  'cookies-blocked': () =>
    'Cookies are blocked in your browser, so nothing was submitted. Allow cookies for this site, or use another browser.',
  'other-host': ({ here, server }) =>
    `You opened this page at ${here}, but this server is at ${server}. Nothing was submitted. Open that address, or start again from the application.`,
} satisfies Record<FormFaultCode, (values: FaultValues) => string>;

const items = {
  nickname: 'Nickname',
  username: 'Username',
  profile_image: 'Profile picture',
  name: 'Name',
  gender: 'Gender',
  birthdate: 'Date of birth',
  website: 'Website',
  locale: 'Language and time zone',
  email: 'Email address',
  phone_number: 'Phone number',
  address: 'Address',
  groups: 'Groups',
} satisfies Record<ConsentItemName, string>;

export const en = {
  languageName: 'English',
  languages: 'Language',
  service: { links: 'About this service', terms: 'Terms', privacy: 'Privacy policy', help: 'Help' },
  pageTitle: (title: string, service: string) => `${title} – ${service}`,
  faultyTitle: (title: string) => `Error: ${title}`,
  skip: 'Skip to content',
  newTab: '(opens in a new tab)',
  cancel: 'Cancel',
  working: 'One moment…',
  items,
  faults,
  openAgain: 'Open this page again',
  faultUnknown: 'Check this field.',
  faultsTitle: (count: number) => `Check these ${count} fields`,

  fields: {
    email: 'Email address',
    password: 'Password',
    nickname: 'Nickname',
    age: 'Age',
    documents: 'Terms and consent',
    current_password: 'Current password',
    new_password: 'New password',
    code: 'Code',
    preferred_username: 'Username',
    picture: 'Image file',
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
  /** U+2060 and U+00A0 keep a phone number on one line. */
  hints: {
    password: 'At least 8 characters. A few unrelated words make a strong password.',
    nickname: 'The name that applications call you by.',
    preferred_username: '3 to 30 letters, digits, dots, hyphens or underscores, like mina.kim',
    website: 'Example: https://example.com',
    profile: 'Example: https://example.com/me',
    birthdate: 'Year, month and day, like 1990-05-17',
    phone_number: 'With country code, like +82\u00a010-\u20601234-\u20605678',
  },
  genders: { none: 'Not specified', female: 'Female', male: 'Male', other: 'Other' },
  passwordShow: 'Show',
  passwordHide: 'Hide',
  passwordShowLabel: 'Show password',
  passwordStrength: ['Too short', 'Weak', 'Good', 'Strong'],

  signIn: {
    title: 'Sign in',
    titleFor: (name: string) => `Sign in to continue to ${name}`,
    lede: (name: string): Phrase => ['to continue to ', { name }],
    ledeAlone: (service: string): Phrase => ['Use your ', { name: service }, ' account'],
    persistent: 'Keep me signed in',
    submit: 'Sign in',
    forgot: 'Forgot your password?',
    forgotAsk: (service: string): Phrase => [
      'Ask the operator of ',
      { name: service },
      ' for a link to set a new password.',
    ],
    forgotWrite: ['Contact '] as Phrase,
    forgotWriteAfter: ' for a link to set a new password.',
    noAccount: 'No account yet?',
    create: 'Create one',
    limited: (minutes: number) => `Too many sign-in attempts. Try again in ${plural(minutes, 'minute', 'minutes')}.`,
    signedInAs: (name: string): Phrase => ['Signed in as ', { name }],
    goOn: 'Continue',
    sessionEnded: 'Your session has ended. Sign in again.',
    again: {
      title: 'Confirm it’s you',
      titleFor: (name: string) => `Confirm it’s you to continue to ${name}`,
      lede: (name: string): Phrase => ['to continue to ', { name }],
      submit: 'Continue',
    },
  },
  signUp: {
    title: 'Create your account',
    titleFor: (name: string) => `Create an account to continue to ${name}`,
    lede: (name: string): Phrase => ['to continue to ', { name }],
    ledeAlone: (service: string): Phrase => ['One ', { name: service }, ' account for all your applications'],
    submit: 'Create account',
    haveOne: 'Already have an account?',
    signIn: 'Sign in',
    limited: ({ minutes, perAddress, perNetwork }: SignUpsLimit) =>
      `Too many sign-ups from your network. Try again in ${plural(minutes, 'minute', 'minutes')}. This service accepts ${perAddress} an hour from one internet address and ${perNetwork} from one network, and other people may share yours. Whoever runs the service can raise this limit.`,
  },
  selectAccount: {
    title: 'Choose an account',
    titleFor: (name: string) => `Choose an account to continue to ${name}`,
    lede: (name: string): Phrase => ['to continue to ', { name }],
    ledeAlone: 'Accounts signed in on this device',
    switch: 'Switch account',
  },
  consent: {
    title: (name: string) => `Continue to ${name}`,
    heading: (name: string): Phrase => ['Continue to ', { name }],
    asks: (name: string, service: string): Phrase => [
      { name },
      ' wants to access this information in your ',
      { name: service },
      ' account.',
    ],
    asksAgain: (name: string): Phrase => [{ name }, ' asks you to review what it can access.'],
    asksMore: (name: string): Phrase => [{ name }, ' asks for something new. Your earlier answers are kept below.'],
    nothing: (name: string): Phrase => [{ name }, ' will be able to recognize you. It gets no other information.'],
    asksScopes: (name: string): Phrase => [{ name }, ' wants to act for you.'],
    scopes: {
      required: (api: string): Phrase => [{ name: api }, ': needed to continue'],
      optional: (api: string): Phrase => [{ name: api }, ': optional'],
    },
    unregistered: (name: string, host: string, to: string): Phrase => [
      'This program is not registered here. It says it is ',
      { name },
      ', and comes from ',
      { name: host },
      '. If you continue, you go to ',
      { name: to },
      '.',
    ],
    onDevice: (name: string, host: string): Phrase => [
      'A program on this device asks, and says it is ',
      { name },
      ' (',
      { name: host },
      '). Continue only if you started it just now.',
    ],
    otherAccount: 'Use another account',
    account: 'Your account',
    required: 'Required',
    needed: 'Needed to continue',
    optional: 'Optional',
    optionalHint: 'You can continue without these',
    missing: 'Not in your account yet',
    missingHint: 'What you enter is saved to your profile',
    isNew: 'New',
    choose: 'Choose…',
    before: 'Answered before',
    all: 'Agree to all of these',
    agreeAll: 'Agree to all and continue',
    withheld: 'Shared only after it is verified.',
    asName: { always: '(also given as name)', 'unless-named': '(also given as name, unless you agree to Name)' },
    picture: 'Your profile picture',
    noPicture: 'You have no picture yet, so none is shared.',
    usernameHint: 'Applications can recognize you by your username. It has never belonged to anyone else.',
    later: 'You can change this at any time',
    laterNothing: 'You can disconnect this application at any time',
    about: 'Who receives this',
    recipient: 'Received by',
    refuse: 'You may refuse',
    refuseHint:
      'Leave optional information unticked and continue without it. If you cancel, nothing is shared and you go back to the application.',
    refuseNothing: 'If you cancel, nothing is shared and you go back to the application.',
    kept: 'Kept for',
    goTo: (host: string): Phrase => ['You will be redirected to ', { name: host }],
    privacy: 'Privacy policy',
    terms: 'Terms',
    homepage: 'Website',
    agree: 'Agree and continue',
    goOn: 'Continue',
    noGroups: 'None',
  },
  notAdmitted: {
    'team-only': {
      title: (name: string) => `${name} is in test mode`,
      heading: (name: string): Phrase => [{ name }, ' is in test mode'],
      lede: ['Only members of its team can sign in.'] as Phrase,
      help: (): Phrase => ['If you should be one of them, ask the people who make the application to invite you.'],
    },
    'groups-only': {
      title: (name: string) => `You can’t sign in to ${name}`,
      heading: (name: string): Phrase => ['You can’t sign in to ', { name }],
      lede: ['Only members of certain groups can sign in, and your account isn’t in any of them.'] as Phrase,
      help: (service: string): Phrase => [
        'If you should have access, ask the operator of ',
        { name: service },
        ' to add you to a group.',
      ],
    },
    unverified: {
      title: (name: string) => `${name} needs a verified email address`,
      heading: (name: string): Phrase => [{ name }, ' needs a verified email address'],
      lede: ['Your address is not verified yet.'] as Phrase,
      help: (service: string): Phrase => ['Ask the operator of ', { name: service }, ' to verify it.'],
    },
    back: 'Go back to the application',
  },
  formPost: {
    title: 'Returning to the application',
    goTo: (host: string): Phrase => ['You are being redirected to ', { name: host }],
    submit: 'Continue',
    stays: 'If nothing happens, press Continue.',
  },
  error: {
    ...enErrors,
    retryAfter: (seconds: number) =>
      seconds <= 90
        ? `Try again in ${plural(Math.max(1, Math.ceil(seconds)), 'second', 'seconds')}.`
        : `Try again in ${plural(Math.ceil(seconds / 60), 'minute', 'minutes')}.`,
    code: 'Error code',
    request: 'Request ID',
    developers: 'For developers',
    explain: 'What this error means and how to fix it',
    next: 'Go to the home page',
    back: 'Go back to the application',
    programOf: (host: string): Phrase => ['Its maker’s site is ', { name: host }, '.'],
    addressesOf: 'The document and its addresses',
    cameFrom: (application: string): Phrase => ['You came from ', { name: application }, '.'],
    runBy: (company: string): Phrase => ['It is run by ', { name: company }, '.'],
    contact: 'Need help? Contact ',
  },
  setup: {
    title: 'Set up your server',
    lede: (service: string): Phrase => [
      'Create the operator account for ',
      { name: service },
      '. This link works once.',
    ],
    submit: 'Create operator account',
  },
  welcome: {
    title: (service: string) => `Welcome to ${service}`,
    heading: (service: string): Phrase => ['Welcome to ', { name: service }],
    lede: 'Your operator account is ready. Here is what comes next.',
    ready: 'All steps are done.',
    done: 'Done',
    open: 'To do',
    address: {
      title: 'Check the address and the proxy',
      reach: {
        everybody: 'This address leads to your server, over an encrypted connection.',
        'this-machine':
          'This address works, but only on this computer. For anyone else to sign in, set auth_url and api_url to public https addresses.',
      },
      trouble: {
        unencrypted: {
          found: 'Passwords and tokens are sent unencrypted.',
          fix: 'Put a TLS proxy in front of the server, or set tls_certificate_file and tls_key_file.',
        },
        'range-too-wide': {
          found: 'trust_proxy contains so many addresses that clients can pretend to have any address.',
          fix: 'Set trust_proxy to the addresses of your proxies only.',
        },
        'not-trusted': {
          found: 'Your server is behind a proxy that trust_proxy does not name, so all users share one rate limit.',
          fix: 'Set trust_proxy to the address of the proxy, then restart the server.',
        },
        'no-client-address': {
          found: 'Your proxy does not send client addresses, so all users share one rate limit.',
          fix: 'Configure the proxy to set X-Forwarded-For.',
        },
        'no-proxy': {
          found: 'trust_proxy is set, but you reached the server without a proxy.',
          fix: 'If there is no proxy, remove trust_proxy and restart the server.',
        },
        unchecked: { found: 'The proxy could not be checked.', fix: 'Reload this page.' },
      },
      doctor: 'To check everything else, including the API host, run:',
    },
    application: {
      title: 'Register your first application',
      text: 'You get an API key and sample code. It takes less than a minute.',
      register: 'Register an application',
      doneText: 'Users can sign in to it once its sign-in is on.',
      console: 'Open the console',
    },
  },
  secondStep: {
    title: 'Two-step verification',
    app: {
      lede: 'Enter the code that your authenticator app shows.',
      label: 'Authentication code',
      hint: undefined,
      other: 'Use a recovery code',
    },
    recovery: {
      lede: 'Enter one of the recovery codes you saved. Each one works once.',
      label: 'Recovery code',
      hint: 'Two groups of five letters and digits. Older codes have six groups of four.',
      other: 'Use the authenticator app',
    },
    either: 'Code from your authenticator app',
    eitherHint: 'Or a recovery code',
    submit: 'Continue',
    startOver: 'Sign in with another account',
  },
  afterReset: enAfterReset,
  addedLately: enAddedLately,
  twoStep: enTwoStep,
  trustedDevices: enTrustedDevices,
  leaving: enLeaving,
  activity: enActivity,
  receipts: enReceipts,
  accountData: enAccountData,
  demandedFactor: enDemandedFactor,
  passkeys: enPasskeys,
  picture: enPicture,
  givenUpMessages: enGivenUpMessages,
  signingKeys: enSigningKeys,
  doctor: enDoctor,
  devices: enDevices,
  machineTokens: enMachineTokens,
  policy: enPolicy,
  operators: enOperators,
  groups: enGroups,
  apis: enApis,
  clients: enClients,
  confirm: {
    title: 'Confirm it’s you',
    lede: 'Enter your password to continue. You will not be asked again for 10 minutes.',
    ledeCode: 'Enter your password and a code to continue. You will not be asked again for 10 minutes.',
    ledeByPasskey: 'Use your passkey to continue. You will not be asked again for 10 minutes.',
    ledeFactor: 'Use your passkey to continue, so that nobody who only knows your password can change how you sign in.',
    byMail: 'I can’t use my passkey',
    mailLede: (email: string): Phrase => [
      'To continue, we send a code to ',
      { name: email },
      ', so that nobody who only knows your password can do this.',
    ],
    kept: 'Your changes are kept. After you confirm, you can review and submit them.',
    submit: 'Confirm',
    limited: (minutes: number) => `Too many attempts. Try again in ${waitText(minutes)}.`,
  },
  setPassword: {
    title: 'Choose a new password',
    lede: 'This link works once. Setting a new password signs you out everywhere, ends the access of connected applications, and deletes your API tokens.',
    submit: 'Set password',
    claim: {
      title: 'Is this account yours?',
      lede: (since: string) =>
        `It was created with your email address on ${since}, and nobody has verified the address yet. Someone else may have created it.`,
      applications: 'Connected applications:',
      none: 'No connected applications.',
      teams: 'Member of the teams of:',
      factor: 'Two-step verification is on.',
      passkeys: 'Its passkeys are removed.',
      choices: {
        'start-empty': 'No, or I am not sure: start with an empty account',
        keep: 'Yes: keep its profile and connected applications',
        'prove-factor': 'Yes, and I can enter a code from my authenticator app',
      },
      hints: {
        'start-empty': 'This account is deleted and leaves its teams. Applications will not recognize you.',
        keep: 'Everyone else is signed out.',
        'keep-factor': 'Everyone else is signed out, and two-step verification is turned off.',
        'prove-factor': 'Two-step verification stays on.',
      },
      codeHint: 'Only if you say that you can enter one. Nothing changes before it is right.',
    },
  },
  invitation: {
    title: (name: string) => `Join the ${name} team`,
    heading: (name: string): Phrase => ['Join the ', { name }, ' team'],
    lede: (inviter: string, role: MemberRole): Phrase => [
      { name: inviter },
      role === 'owner'
        ? ' wants to transfer this application to you.'
        : ` invited you to join as ${role === 'editor' ? 'an editor' : 'a viewer'}.`,
    ],
    offer: {
      title: (name: string) => `Take over ${name}`,
      heading: (name: string): Phrase => ['Take over ', { name }],
      accept: 'Become the owner',
      notMeant:
        'Only the account with the verified email address that was invited can accept. Sign in with that account.',
    },
    roles: {
      owner:
        'Owners manage the team, the settings and the people connected to this application, and can delete it. The present owner stays as an editor.',
      editor: 'Editors can view and change this application.',
      viewer: 'Viewers can view this application but cannot change it.',
    },
    until: (date: string) => `This invitation expires on ${date}.`,
    shown: 'If you accept, the team can see your nickname and email address.',
    account: 'Your account',
    accept: 'Accept',
    decline: 'Decline',
    otherAccount: 'Use another account',
    signInFirst: 'Sign in or create an account to respond.',
    signInOnly: 'Sign in to respond.',
    signIn: 'Sign in',
    signUp: 'Create an account',
    belongs: 'You are already a member of this team. Someone else can still use this invitation.',
    open: 'Open the application',
  },
  signOut: {
    title: (service: string) => `Sign out of ${service}?`,
    heading: (service: string): Phrase => ['Sign out of ', { name: service }, '?'],
    asks: (name: string): Phrase => [{ name }, ' wants to sign you out.'],
    check: 'Confirm that you want to sign out.',
    fault: 'The application sent an invalid request, so we cannot take you back to it. You can still sign out here.',
    submit: 'Sign out',
    stay: 'Stay signed in',
  },
  signedOut: {
    title: 'You are signed out',
    text: 'You may still be signed in to some applications. Sign out of each one separately.',
    fault: 'The application sent an invalid request, so we cannot take you back to it.',
    action: 'Sign in again',
  },
  home: {
    heading: (service: string): Phrase => ['Your ', { name: service }, ' account'],
    lede: 'One account to sign in to all your applications.',
    signIn: 'Sign in',
    signUp: 'Create an account',
    account: 'Go to your account',
    signedInAs: (name: string): Phrase => ['You are signed in as ', { name }],
    contact: 'Questions? Contact ',
  },
  catalogue: {
    title: 'Consent items',
    lede: 'The information an application can request: the claims of each item, and the scope values that request it.',
    item: 'Item',
    claims: 'Claims',
    scopes: 'Scope values',
  },
  account: enAccount,
  documents: enDocuments,
  mail: enMail,
  verification: enVerification,
  console: enConsole,
  developers: enDevelopers,
  reference: enReference,
  events: enEvents,
  audit: enAudit,
  serverState: enServerState,
  notSetUp: {
    title: 'This server is not set up yet.',
    text: 'Open the link it printed when it started, or make an account by',
  },
  statistics: enStatistics,
};
