// The error pages in English: what happened, whose fault it is, and what helps.
import type { ErrorCode } from '../../page/page.ts';

export type ErrorWords = { title: string; text: string; advice: string };

const APPLICATION_MISTAKE =
  'The application you came from sent an invalid request. You did nothing wrong, and it received no information about you.';
const CONTACT_APPLICATION =
  'Go back to the application and try again. If this happens again, contact its support with the code below.';
const REFUSED_REQUEST =
  'A program or browser extension sent a request we do not accept. If you only followed a link, it is not your fault.';
const TRY_AGAIN = 'Go back and try again. If this happens again, open the page in another browser.';

export const enErrors: { pages: Record<ErrorCode, ErrorWords> } = {
  pages: {
    'bad-request': {
      title: 'This link does not work',
      text: 'Part of the address or the form was damaged on its way here. It is not your fault.',
      advice: 'Go back to where you started and try again.',
    },
    'form-refused': {
      title: 'Submit the form again',
      text: 'We could not verify that this form came from you. It was open for too long, or cookies are blocked. Nothing was changed.',
      advice: 'Go back, reload the page and submit the form again. If that does not help, allow cookies for this site.',
    },
    'unknown-client': {
      title: 'This application is not registered',
      text: APPLICATION_MISTAKE,
      advice: CONTACT_APPLICATION,
    },
    'client-id-missing': {
      title: 'The application did not identify itself',
      text: APPLICATION_MISTAKE,
      advice: CONTACT_APPLICATION,
    },
    'redirect-uri-missing': {
      title: 'The application did not say where to go next',
      text: APPLICATION_MISTAKE,
      advice: CONTACT_APPLICATION,
    },
    'redirect-uri-malformed': {
      title: 'The application sent an invalid address',
      text: APPLICATION_MISTAKE,
      advice: CONTACT_APPLICATION,
    },
    'redirect-uri-unregistered': {
      title: 'The application sent an unregistered address',
      text: 'For your safety, we send you only to addresses that the application has registered. You did nothing wrong, and it received no information about you.',
      advice: CONTACT_APPLICATION,
    },
    'parameter-doubled': {
      title: 'The application sent a parameter twice',
      text: APPLICATION_MISTAKE,
      advice: CONTACT_APPLICATION,
    },
    'document-not-listed': {
      title: 'This program is not allowed here yet',
      text: 'The program you came from is not registered with this service, and programs of its maker are not on the list. You did nothing wrong, and it received no information about you.',
      advice: 'If you want to use it here, ask the operator of this service to allow programs of this host.',
    },
    'document-blocked': {
      title: 'This program is blocked here',
      text: 'The operator of this service has blocked the program you came from. It received no information about you.',
      advice: 'If you think this is a mistake, contact the operator of this service.',
    },
    'document-unreadable': {
      title: 'We could not check this program',
      text: 'The program you came from describes itself in a document on its maker’s site, which we could not read. You did nothing wrong, and it received no information about you.',
      advice:
        'Go back to the program and try again later. If this happens again, contact its maker with the code below.',
    },
    'document-invalid': {
      title: 'This program does not describe itself correctly',
      text: 'The document on its maker’s site, in which the program you came from describes itself, is not valid. You did nothing wrong, and it received no information about you.',
      advice: 'Contact the maker of the program with the code below.',
    },
    'document-redirect-uris': {
      title: 'We cannot send you back to this program',
      text: 'The document in which the program you came from describes itself names no address that we send people to. You did nothing wrong, and it received no information about you.',
      advice: 'Contact the maker of the program with the code below.',
    },
    'request-uri-unknown': {
      title: 'This sign-in is not known here',
      text: 'The link belongs to no sign-in that an application began here, or to one that ended long ago.',
      advice: 'Go back to the application and sign in from there.',
    },
    'request-uri-expired': {
      title: 'This sign-in has expired',
      text: 'An application began it, and it was not opened or not finished in time. Nothing was shared.',
      advice: 'Go back to the application and sign in again.',
    },
    'request-uri-used': {
      title: 'This sign-in is finished',
      text: 'Each sign-in that an application begins works once, and this one was used, here or in another browser.',
      advice: 'If you are not signed in to the application, go back to it and sign in again.',
    },
    forbidden: {
      title: 'You do not have access',
      text: 'You are signed in, but this account does not have permission to do this.',
      advice: 'Sign in with another account, or ask the operator of this service.',
    },
    'not-found': {
      title: 'Page not found',
      text: 'The address may be mistyped, or the page may have been removed.',
      advice: 'Check the address, or go to the home page.',
    },
    'method-not-allowed': {
      title: 'This page does not accept that method',
      text: REFUSED_REQUEST,
      advice: TRY_AGAIN,
    },
    'not-acceptable': {
      title: 'The requested format is not available',
      text: REFUSED_REQUEST,
      advice: TRY_AGAIN,
    },
    'request-timeout': {
      title: 'The request timed out',
      text: 'Your request did not arrive in time. The connection may be slow. Nothing was changed.',
      advice: 'Check your connection and try again.',
    },
    'body-too-large': {
      title: 'The request is too large',
      text: 'You sent more than we accept. Nothing was changed.',
      advice: 'Go back, shorten what you entered and try again.',
    },
    'uri-too-long': {
      title: 'This address is too long',
      text: 'The link that brought you here is longer than we accept. It is not your fault.',
      advice: CONTACT_APPLICATION,
    },
    'unsupported-media-type': {
      title: 'The content type is not supported',
      text: REFUSED_REQUEST,
      advice: TRY_AGAIN,
    },
    'misdirected-request': {
      title: 'This request was meant for another server',
      text: 'Something between your browser and our server sent it to the wrong place. It is not your fault.',
      advice: 'Reload the page. If this happens again, try another network.',
    },
    'too-many-requests': {
      title: 'Too many requests',
      text: 'To protect accounts, we limit how often this can be done. Nothing was lost.',
      advice: 'Wait a moment, then try again.',
    },
    'headers-too-large': {
      title: 'The request headers are too large',
      text: 'This usually happens when the cookies of this site have grown too large.',
      advice: 'Delete the cookies of this site in your browser and try again.',
    },
    'link-expired': {
      title: 'This link no longer works',
      text: 'It has expired or was already used. These links work once and only for a limited time.',
      advice: 'Ask the person who sent you the link for a new one.',
    },
    'server-error': {
      title: 'Something went wrong on our side',
      text: 'It is our fault, not yours. The details are in our log.',
      advice: 'Try again in a moment. If this happens again, send us the codes below.',
    },
    unavailable: {
      title: 'The service is temporarily unavailable',
      text: 'The service cannot respond right now. It is not your fault, and nothing was lost.',
      advice: 'Wait a moment, then try again.',
    },
  },
};
