// The page of the policy in English.
import type { DocumentKind } from '../../../core/ground/document.ts';
import type { PlainPolicyKey, PolicyChoice, PolicyValues, TypedPolicyKey } from '../../../core/server/policy/policy.ts';
import type { Phrase } from '../../page/phrase.ts';

export const enPolicy = {
  title: 'Policy',
  hint: 'Changes take effect within a second, without a restart.',
  lockedBy: 'Set by the configuration, and not changed here:',
  none: 'None',
  save: 'Save policy',
  needsMail: 'Needs a mail server, which this server does not have.',
  setUpFactor: {
    why: 'You have no second factor yet. To require one of operators, set yours up first: the console asks you for it as soon as this is saved.',
    action: 'Set up a second factor',
  },
  logos: {
    title: 'Logos',
    light: {
      title: 'On light pages',
      none: 'No logo yet. Pages show a key instead.',
      shown: 'Shown beside the name of the service on every page. Emails show no image.',
      remove: 'Remove the logo for light pages',
    },
    dark: {
      title: 'On dark pages',
      none: 'Not set. Dark pages show the same logo on white.',
      shown: 'Shown on dark pages, without a white background.',
      remove: 'Remove the logo for dark pages',
    },
  },
  preview: {
    title: 'Your sign-in page in this color, darkened or lightened where it would be hard to read.',
    light: 'Sign-in page, light',
    dark: 'Sign-in page, dark',
    pick: 'Pick a color',
  },
  mails: {
    title: 'Emails',
    hint: 'What this service writes to people, with examples for names, codes and times. Each is sent in the language of its reader.',
    shown: 'Example',
    test: {
      title: 'Test email',
      hint: (email: string): Phrase => [
        'See whether emails arrive: a test email goes to ',
        { name: email },
        ', the way every other email goes.',
      ],
      send: 'Send me a test email',
      late: 'If it doesn’t arrive, see what the mail server answers:',
      givenUp: 'After about 10 minutes it is listed here:',
      off: 'This server sends no email, so there is nothing to test. Set smtp_url and mail_from.',
      memory:
        'This server keeps its emails in memory and sends none, so there is nothing to test. Set smtp_url and mail_from.',
      unverified: 'A test email goes to your own address, which has to be verified first.',
      verify: 'Verify your address',
    },
    all: 'All emails',
  },
  documents: {
    hint: 'Terms, consents and notices, in the order in which people see them when they create an account. Who agreed to which version, and when, is kept.',
    none: 'No documents. People agree to nothing when they sign up.',
    open: 'Edit documents',
    add: 'Add a document',
    full: (most: number) => `There are ${most} documents, and there can be no more. Remove one to add another.`,
    editOne: (title: string) => `Edit ${title}`,
    moveUp: 'Move up',
    kinds: { agree: 'Agreement', consent: 'Consent', notice: 'Notice' },
    kindChoices: {
      agree: 'Agreement: “I agree to the …”',
      consent: 'Consent: “I consent to …”',
      notice: 'Notice: “Read the …”, without a checkbox',
    } satisfies Record<DocumentKind, string>,
    fields: {
      id: 'ID',
      kind: 'Kind',
      required: 'Required',
      version: 'Version',
      title: 'Title',
      uri: 'Link to the text',
    },
    hints: {
      id: 'Like terms. It cannot be changed later, because what people agreed to is kept under it.',
      required: 'People must agree before they can create an account or sign in to applications. Not for notices.',
      version: 'Like 2026-01.',
      newVersion:
        'Change it only when people must agree again. If the document is required, everybody is asked at their next sign-in.',
      title: 'It completes the sentence above. One language is enough; the other then shows it too.',
      uri: 'Starts with https://. One language is enough here too.',
    },
    remove: {
      title: 'Remove this document',
      ask: 'People no longer see it, and are not asked to agree to it. What they agreed to so far is kept.',
      confirm: 'Remove document',
    },
  },
  groups: { brand: 'Appearance', signUp: 'Sign-up', access: 'Access' },
  fields: {
    serviceName: 'Name of the service',
    accentColor: 'Color',
    supportContact: 'Support contact',
    openRegistration: 'Anyone can create an account',
    requireVerifiedEmail: 'An account needs a verified address',
    allowedEmailDomains: 'Allowed email domains',
    refusedEmailDomains: 'Refused email domains',
    openOwnership: 'Any user can become an application owner',
    reservedUsernames: 'Reserved usernames',
    secondFactor: 'Second factor required for',
    minimumAge: 'Minimum age',
    documents: 'Documents',
    deletionDelayDays: 'Days to restore a deleted account',
  } satisfies Record<PlainPolicyKey, string>,
  hints: {
    serviceName: 'At most 60 characters.',
    accentColor: 'Of buttons and links, like #2456c7.',
    supportContact: 'An email address or an https URL. May be empty.',
    allowedEmailDomains: 'Separated by commas or lines. Empty: all. Needs verified addresses.',
    refusedEmailDomains: 'Separated by commas or lines, with their subdomains.',
    reservedUsernames:
      'Separated by commas or lines. Only operators give these, and those that look the same, so that nobody takes a name that a program gives rights to.',
    minimumAge: 'In years, at most 120. 0: people are not asked.',
    deletionDelayDays: 'At most 30. 0: accounts are deleted at once.',
  } satisfies Partial<Record<PlainPolicyKey, string>>,
  choices: {
    secondFactor: {
      optional: 'Nobody',
      staff: 'Operators',
      owners: 'Operators, owners and editors',
      everyone: 'Everyone',
    },
  } satisfies { [Key in PolicyChoice]: Record<PolicyValues[Key], string> },
};

/** Beside the fields of its form. */
export const enPolicyFaults = {
  'policy-serviceName': 'Enter 1 to 60 characters, without control characters.',
  'policy-accentColor': 'Enter a color like #2456c7.',
  'policy-supportContact': 'Enter an email address or an https URL.',
  'policy-allowedEmailDomains': 'Enter domain names like example.com, separated by commas.',
  'policy-refusedEmailDomains': 'Enter domain names like example.com, separated by commas.',
  'policy-reservedUsernames':
    'Enter usernames of 3 to 30 letters, digits, dots, hyphens and underscores, separated by commas.',
  'policy-minimumAge': 'Enter a number of years from 0 to 120.',
  'policy-deletionDelayDays': 'Enter a number of days from 0 to 30.',
  'policy-secondFactor': 'Choose one of these.',
} satisfies Record<`policy-${Exclude<TypedPolicyKey, 'documents'>}`, string>;

/** Beside the fields of one document. */
export const enDocumentFaults = {
  'document-id': 'Enter 1 to 40 of a-z, 0-9 and -, but not minimum-age.',
  'document-id-taken': 'Another document has this ID.',
  'document-kind': 'Choose one of these.',
  'document-required': 'A notice is only read, so it cannot be required.',
  'document-version': 'Enter 1 to 40 letters, digits, dots, hyphens and underscores.',
  'document-title': 'Enter at most 100 characters, without control characters.',
  'document-title-missing': 'Enter a title in at least one language.',
  'document-uri': 'Enter a full URL that starts with https://.',
  'document-uri-missing': 'Enter a link in at least one language.',
  'documents-full': 'The list is full. Remove a document to add another.',
};
