// How the two owners register what the walks are about, and how what they get is noted.
import { type Answer, REDIRECT_URIS, type Real, SIGNED_OUT_URI } from './real.ts';
import { type Application, at, type Model } from './state.ts';

/** What the two owners register: one with a secret and an Android key, one that requires PKCE. */
const REGISTRATIONS = [
  {
    items: [
      { item: 'nickname', consent: 'required' },
      { item: 'email', consent: 'optional' },
    ],
    platforms: [
      { platform: 'Web', site_domains: ['http://localhost:3999'] },
      { platform: 'Android', package_name: 'com.example.shop' },
    ],
  },
  {
    items: [
      { item: 'email', consent: 'required' },
      { item: 'nickname', consent: 'optional' },
    ],
    platforms: [{ platform: 'Web', site_domains: ['http://localhost:3999'] }],
  },
] as const;

/** Registers an application for an owner; the first owner's gets a client secret at once. */
export async function register(model: Model, real: Real, owner: number): Promise<void> {
  const { items, platforms } = at(REGISTRATIONS, owner);
  const requirePkce = owner === 1;
  const created = await real.registration(owner, 'POST', '/applications', {
    name: `Shop ${owner}`,
    login_activation: 'ON',
    platforms,
    redirect_uris: REDIRECT_URIS,
    consent_items: items,
    require_pkce: requirePkce,
    id_token_signed_response_alg: 'ES256',
    post_logout_redirect_uris: [SIGNED_OUT_URI],
  });
  if (created.status !== 201) throw new Error(JSON.stringify(created));
  const { body } = await real.registration(owner, 'GET', new URL(String(created.body.location)).pathname);
  const id = model.applications.length;
  real.applicationIds[id] = String(body.id);
  model.applications.push({
    id,
    owner,
    on: true,
    requirePkce,
    secretRequired: false,
    secrets: [],
    redirectUris: REDIRECT_URIS.map((_, uri) => uri),
    items: items.map((entry) => ({ ...entry, since: model.now })),
    removed: false,
  });
  for (const { platform, api_key } of body.platforms as { platform: 'Web' | 'Android'; api_key: string }[]) {
    addKey(model, real, id, platform, api_key);
  }
  if (owner === 0) await makeSecret(real, at(model.applications, id), owner);
}

export function addKey(
  model: Model,
  real: Real,
  application: number,
  platform: 'Web' | 'Android',
  apiKey: string,
): void {
  real.apiKeys[model.keys.length] = apiKey;
  model.keys.push({ id: model.keys.length, application, platform, gone: false });
}

/**
 * Asks for a client secret; one that was made is noted, and the first one ever turns the requirement on (contract 5).
 */
export async function makeSecret(real: Real, application: Application, as: number): Promise<Answer> {
  const path = `/applications/${at(real.applicationIds, application.id)}/client-secrets`;
  const answer = await real.registration(as, 'POST', path);
  if (answer.status !== 200) return answer;
  const id = real.clientSecrets.push({ id: String(answer.body.id), secret: String(answer.body.client_secret) }) - 1;
  if (application.secrets.length === 0) application.secretRequired = true;
  application.secrets.push({ id, gone: false });
  return answer;
}
