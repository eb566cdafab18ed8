// The error pages in English: what happened, whose fault it is, and what helps.
import type { ErrorCode } from '../page.ts';

export type ErrorWords = { title: string; text: string; advice: string };

const OF_THE_APPLICATION =
  'The application you came from made a mistake in its request. You did nothing wrong, and it received nothing about you.';
const TELL_THE_APPLICATION =
  'Go back to the application and try again. If this happens again, tell its people and give them the code below.';
const OF_THE_PROGRAM =
  'A program or browser extension sent something we do not accept. If you only followed a link, it is not your fault.';
const OPEN_AGAIN = 'Go back and try again. If this happens again, open the page in another browser.';

export const enErrors: { pages: Record<ErrorCode, ErrorWords> } = {
  pages: {
    'bad-request': {
      title: 'This link does not work',
      text: 'Something in the address or the form was damaged on its way here. It is not your fault.',
      advice: 'Go back to where you started and try again.',
    },
    'form-refused': {
      title: 'Please send the form again',
      text: 'We could not be sure that this form came from you: it was open for too long, or cookies are blocked. Nothing was changed.',
      advice: 'Go back, reload the page and send it again. If that does not help, allow cookies for this site.',
    },
    'unknown-client': {
      title: 'We do not know this application',
      text: OF_THE_APPLICATION,
      advice: TELL_THE_APPLICATION,
    },
    'client-id-missing': {
      title: 'The application did not say who it is',
      text: OF_THE_APPLICATION,
      advice: TELL_THE_APPLICATION,
    },
    'redirect-uri-missing': {
      title: 'The application did not say where to go next',
      text: OF_THE_APPLICATION,
      advice: TELL_THE_APPLICATION,
    },
    'redirect-uri-malformed': {
      title: 'The application gave an address that cannot be right',
      text: OF_THE_APPLICATION,
      advice: TELL_THE_APPLICATION,
    },
    'redirect-uri-unregistered': {
      title: 'The application gave an address it has not registered',
      text: 'For your safety we send you only to addresses the application has registered with us. You did nothing wrong, and it received nothing about you.',
      advice: TELL_THE_APPLICATION,
    },
    'parameter-doubled': {
      title: 'The application said something twice',
      text: OF_THE_APPLICATION,
      advice: TELL_THE_APPLICATION,
    },
    forbidden: {
      title: 'This is not open to you',
      text: 'You are signed in, but this account may not do this.',
      advice: 'Sign in with another account, or ask the people who run this service.',
    },
    'not-found': {
      title: 'There is no page here',
      text: 'The address may be mistyped, or the page is gone.',
      advice: 'Check the address, or go to the start page.',
    },
    'method-not-allowed': {
      title: 'This page cannot be used like that',
      text: OF_THE_PROGRAM,
      advice: OPEN_AGAIN,
    },
    'not-acceptable': {
      title: 'We cannot answer in the form that was asked for',
      text: OF_THE_PROGRAM,
      advice: OPEN_AGAIN,
    },
    'request-timeout': {
      title: 'That took too long',
      text: 'Your request did not arrive in time. The connection may be slow. Nothing was changed.',
      advice: 'Check your connection and try again.',
    },
    'body-too-large': {
      title: 'That was too much at once',
      text: 'What was sent is larger than we accept. Nothing was changed.',
      advice: 'Go back, shorten what you entered and try again.',
    },
    'uri-too-long': {
      title: 'This address is too long',
      text: 'The link that brought you here is longer than we accept. It is not your fault.',
      advice: TELL_THE_APPLICATION,
    },
    'unsupported-media-type': {
      title: 'We cannot read what was sent',
      text: OF_THE_PROGRAM,
      advice: OPEN_AGAIN,
    },
    'misdirected-request': {
      title: 'This request was meant for another server',
      text: 'Something between your browser and us sent it to the wrong place. It is not your fault.',
      advice: 'Reload the page. If this happens again, try another network.',
    },
    'too-many-requests': {
      title: 'Too many tries in a short time',
      text: 'To protect accounts we pause here for a while. Nothing is lost.',
      advice: 'Wait a little, then try again.',
    },
    'headers-too-large': {
      title: 'Your browser sent too much',
      text: 'Usually the cookies of this site have grown too large.',
      advice: 'Delete the cookies of this site in your browser and try again.',
    },
    'link-expired': {
      title: 'This link no longer works',
      text: 'It was used already, or its time is over. Such links work once, and only for a while.',
      advice: 'Ask whoever gave you the link for a new one.',
    },
    'server-error': {
      title: 'Something went wrong on our side',
      text: 'It is our fault, not yours. The details are in our log.',
      advice: 'Try again in a moment. If this happens again, tell us the codes below.',
    },
    unavailable: {
      title: 'We are busy right now',
      text: 'The service cannot answer for a moment. It is not your fault, and nothing is lost.',
      advice: 'Wait a moment, then try again.',
    },
  },
};
