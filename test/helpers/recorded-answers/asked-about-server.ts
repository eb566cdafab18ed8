// What anybody may read: the metadata at both addresses, the keys, and what is not there.
import type { World } from './world.ts';

const METADATA = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];
const NOTHING_THERE = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/openid-configuration/tenant',
  '/oauth/register',
];

export async function askAboutServer({ record, auth, api }: World): Promise<void> {
  for (const path of METADATA) {
    const { headers } = await record.ask(`metadata at ${path}`, auth(path));
    const tag = { 'if-none-match': headers.get('etag') ?? '' };
    await record.ask(`metadata at ${path}, unchanged`, auth(path), { headers: tag });
    await record.ask(`metadata at ${path}, posted to`, auth(path), { body: {} });
  }
  await record.ask('keys', auth('/oauth/jwks'));
  for (const path of NOTHING_THERE) {
    await record.ask(`nothing at ${path}`, auth(path));
    await record.ask(`nothing at ${path} of the API host`, api(path));
  }
  await record.ask('pushed requests are off', auth('/oauth/par'), { body: { client_id: 'any' } });
}
