// Refusals of devices without a browser (contract 43): at the device authorization and token endpoints.
import type { Refusal } from './refusal.ts';

export const DEVICE_REFUSALS = {
  'device-grant-off': {
    reportedAs: ['unauthorized_client'],
    title: 'The application does not sign people in on devices without a browser',
    cause:
      'grant_types of the application does not have urn:ietf:params:oauth:grant-type:device_code, or has it no more. Codes that were issued before cannot be used.',
    cure: 'Add it to grant_types, or send the user to the authorization endpoint.',
  },
  'device-code-unknown': {
    reportedAs: ['invalid_grant'],
    title: 'The device code is unknown, long expired, or was issued to another API key',
    cause:
      'No device code with this value was issued to this client_id, or it was deleted some time after it expired. The response does not say which on purpose, so that stolen or guessed values reveal nothing.',
    cure: 'Send device_code as the device authorization endpoint returned it, with the same client_id. If it is over, ask for a new one.',
  },
  'device-code-used': {
    reportedAs: ['invalid_grant'],
    title: 'The device code was already used',
    cause:
      'A device_code is redeemed once. A second use may be a theft, so every token that was issued for the first one was revoked.',
    cure: 'Stop polling with the first successful response. To sign in again, ask for a new device code.',
  },
  'device-code-pending': {
    reportedAs: ['authorization_pending'],
    title: 'Nobody has answered yet',
    cause: 'The user has not entered the code yet, or has not decided. This is no error: devices poll until it ends.',
    cure: 'Wait for interval seconds, and send the same request again.',
  },
  'device-polls-too-often': {
    reportedAs: ['slow_down'],
    title: 'The device polls too often',
    cause:
      'The previous request was less than the interval ago. From now on the interval is 5 seconds longer (RFC 8628 3.5).',
    cure: 'Add 5 seconds to the interval, for this code, each time the error occurs. Poll from one place only.',
  },
  'device-code-expired': {
    reportedAs: ['expired_token'],
    title: 'The device code has expired',
    cause:
      'It is valid for expires_in seconds, and nobody confirmed it, or the device did not fetch the tokens in time.',
    cure: 'Ask for a new code once the user wants to try again, not by yourself: nobody may be there any more.',
  },
  'device-code-denied': {
    reportedAs: ['access_denied'],
    title: 'The user denied the sign-in on the device',
    cause: 'The user selected Cancel on the page where the code is entered, or may not sign in to the application.',
    cure: 'Stop polling, and show on the device that it is not signed in.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
