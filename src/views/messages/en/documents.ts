// The documents of the service in English: on the forms that create an account, on their own page, on the account page.
import type { Phrase } from '../../page/phrase.ts';

export const enDocuments = {
  legend: 'Terms and consent',
  labels: {
    agree: (title: string): Phrase => ['I agree to the ', { name: title }],
    consent: (title: string): Phrase => ['I consent to ', { name: title }],
    notice: (title: string): Phrase => ['Read the ', { name: title }],
  },
  all: 'Agree to all, including optional',
  required: 'Required',
  optional: 'Optional',
  age: (years: number) => `I am ${years} or older`,
  updated: (date: string) => `Updated since you agreed on ${date}`,
  title: 'Review and agree',
  titleFor: (name: string) => `Review and agree to continue to ${name}`,
  lede: (name: string): Phrase => ['to continue to ', { name }],
  ledeAlone: (service: string): Phrase => ['to continue with your ', { name: service }, ' account'],
  submit: 'Agree and continue',
  section: 'Documents',
  sectionHint: 'What you have agreed to. You can change the optional ones at any time.',
  version: (version: string) => `Version ${version}`,
  agreedOn: (date: string) => `Agreed on ${date}`,
  agreedBefore: (version: string, date: string) => `You agreed to version ${version} on ${date}`,
  notAgreed: 'Not agreed',
  save: 'Save changes',
};
