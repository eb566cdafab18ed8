// Signatures as Standard Webhooks 1.0 defines them: HMAC-SHA-256 over id, time and body.
import { signEvent } from '../../ground/secrets.ts';

/** What every secret starts with. The rest is base64 of the key. */
export const SECRET_PREFIX = 'whsec_';

/**
 * @param message `at`: when it is sent, in ms
 * @param secrets each signs; the receiver accepts any signature that it can verify
 */
export function signedHeaders(
  { id, at, body }: { id: string; at: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${signEvent(key, `${id}.${timestamp}.${body}`)}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
