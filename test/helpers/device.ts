// A device without a browser: asks for its codes and polls, and what a person does for it in a browser.
import type { Browser } from './browser.ts';
import { APPLICATION, type Client } from './client.ts';
import { postForm } from './client-endpoints.ts';
import type { Page } from './html-page.ts';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** An application that signs people in on devices. */
export const DEVICE_APPLICATION = {
  ...APPLICATION,
  grant_types: ['authorization_code', 'refresh_token', DEVICE_GRANT],
};

type Form = Readonly<Record<string, string>>;

export type DeviceCodes = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
};

type Server = { authUrl: string };

export const askForCodes = ({ authUrl }: Server, client: Pick<Client, 'apiKey'>, more: Form = {}, headers: Form = {}) =>
  postForm(`${authUrl}/oauth/device-authorization`, { client_id: client.apiKey, ...more }, headers);

export async function givenCodes(server: Server, client: Pick<Client, 'apiKey'>, more: Form = {}) {
  const { status, body, text } = await askForCodes(server, client, more);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return body as DeviceCodes;
}

export const pollFor = (
  { authUrl }: Server,
  client: Pick<Client, 'apiKey'>,
  { device_code }: Pick<DeviceCodes, 'device_code'>,
  more: Form = {},
  headers: Form = {},
) =>
  postForm(
    `${authUrl}/oauth/token`,
    { grant_type: DEVICE_GRANT, device_code, client_id: client.apiKey, ...more },
    headers,
  );

/** `200`, or the error and its code at `/errors`. */
export const told = ({ status, body }: { status: number; body: Record<string, unknown> }): string =>
  status === 200 ? '200' : `${status} ${body.error} ${String(body.error_uri).split('#')[1]}`;

/** Types a code on the page. */
export async function typeCode({ authUrl }: Server, browser: Browser, typed: string): Promise<Page> {
  const page = await browser.open(`${authUrl}/device`);
  return browser.submit(page.form({ action: '/device' }), { user_code: typed });
}

/** Types the code of a device and agrees. */
export async function confirmDevice(
  server: Server,
  browser: Browser,
  { user_code }: Pick<DeviceCodes, 'user_code'>,
  press = 'agree',
): Promise<Page> {
  const page = await typeCode(server, browser, user_code);
  return browser.submit(page.form({ action: '/device/confirm' }), {}, { press });
}
