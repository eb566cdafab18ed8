// Calls the endpoints for applications as a backend does: with forms, and a client secret in the header or in the body
// (RFC 6749 2.3.1).
import type { Client } from './client.ts';

/**
 * Creates a secret for the application, whose Web key needs one from then on.
 * @param expiresAt in ms; absent: the secret never expires
 */
export async function createSecret(
  server: { apiUrl: string },
  client: Pick<Client, 'applicationId' | 'owner'>,
  expiresAt?: number,
): Promise<string> {
  const response = await fetch(`${server.apiUrl}/applications/${client.applicationId}/client-secrets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString() }),
  });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return ((await response.json()) as { client_secret: string }).client_secret;
}

/** The header of `client_secret_basic`. */
export const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(user)}:${encodeURIComponent(password)}`).toString('base64')}`,
});

/** Posts a form to an endpoint for applications. */
export async function postForm(
  url: string,
  form: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Headers; text: string; body: Record<string, unknown> }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
}
