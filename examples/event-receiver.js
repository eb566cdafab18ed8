// Receives events from Latchkey and prints those that are genuine: node examples/event-receiver.js
// EVENT_SECRET is the secret of the endpoint (whsec_…); several are separated by spaces.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const SECRETS = (process.env.EVENT_SECRET ?? '').split(' ').filter(Boolean);
const FIVE_MINUTES = 300;

/** Whether the message is signed with one of the secrets, and not older than five minutes. */
export function isGenuine(secrets, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < FIVE_MINUTES)) return false;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const own = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
    const sent = signatures.split(' ').map((text) => Buffer.from(text));
    return sent.some((one) => one.length === own.length && timingSafeEqual(one, own));
  });
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (!isGenuine(SECRETS, request.headers, body)) return response.writeHead(401).end();
  console.log(request.headers['webhook-id'], body);
  response.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
