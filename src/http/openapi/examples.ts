// The examples tell one story: Acme Shop is registered for the Web, then for Android.
// test/stories/openapi.test.ts sends each request and compares the response with the example here.
const CREATED_AT = '2026-01-02T12:00:00.000Z';
const WEB = { platform: 'Web', site_domains: ['https://shop.example'] };
const ITEMS = [
  { item: 'nickname', consent: 'required', purpose: 'To greet you' },
  { item: 'email', consent: 'optional', purpose: 'To send receipts' },
];

export const applicationSent = {
  name: 'Acme Shop',
  login_activation: 'ON',
  platforms: [WEB],
  redirect_uris: ['https://shop.example/callback'],
  consent_items: ITEMS,
  privacy_policy_uri: 'https://shop.example/privacy',
};

export const applicationShown = {
  id: '019b7c4c2d00700080000000000000aa',
  name: 'Acme Shop',
  implementation_method: 'REST API',
  login_activation: 'ON',
  platforms: [
    {
      id: '019b7c4c2d00700080000000000000ab',
      platform: 'Web',
      api_key: '5d0c1b2f8e7a49638f21c0de4b7a9e13',
      site_domains: WEB.site_domains,
      created_at: CREATED_AT,
    },
  ],
  redirect_uris: applicationSent.redirect_uris,
  consent_items: ITEMS,
  api_scopes: [],
  require_pkce: false,
  client_secret_required: false,
  dpop_bound_access_tokens: false,
  require_pushed_authorization_requests: false,
  grant_types: ['authorization_code', 'refresh_token'],
  privacy_policy_uri: applicationSent.privacy_policy_uri,
  audience: 'everyone',
  id_token_claims: true,
  id_token_signed_response_alg: 'RS256',
  groups: [],
  allowed_groups: [],
  post_logout_redirect_uris: [],
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};

export const applicationPatched = { name: 'Acme Shop & Café', require_pkce: true, privacy_policy_uri: null };

export const platformSent = { platform: 'Android', package_name: 'com.example.shop' };

export const platformShown = {
  id: '019b7c4c2d00700080000000000000ac',
  platform: 'Android',
  api_key: '0b4f6b9f3c2d4e1a8a77d1c5e0f92b36',
  package_name: 'com.example.shop',
  created_at: CREATED_AT,
};

export const platformPatched = { package_name: 'com.example.shop.beta' };

export const redirectUriSent = { redirect_uri: 'http://localhost:3000/callback' };

export const redirectUriShown = {
  id: '019b7c4c2d00700080000000000000ad',
  redirect_uri: 'http://localhost:3000/callback',
  created_at: CREATED_AT,
};

export const consentItemSent = {
  item: 'birthdate',
  consent: 'optional',
  purpose: 'For a present',
  retention: '30 days',
};

export const consentItemPatched = { consent: 'required' };

export const clientSecretSent = { expires_at: '2099-12-31T00:00:00Z' };

export const newClientSecretShown = {
  id: '019b7c4c2d00700080000000000000ae',
  client_secret: 'lk_cs_4mJ0mVb5Vd2zUq8y7Lr1Xw3Nf6Tk9Hs0Pa2Cg5Ei7Oj',
  created_at: CREATED_AT,
  expires_at: '2099-12-31T00:00:00.000Z',
};

export const clientSecretShown = {
  id: newClientSecretShown.id,
  created_at: CREATED_AT,
  last_used_at: null,
  expires_at: newClientSecretShown.expires_at,
};

export const connectionShown = {
  sub: 'k3v9d0x1q7w5m2z8c4b6n0p1r5t7y9u2',
  items: ['nickname'],
  created_at: CREATED_AT,
  last_used_at: null,
};

export const invitationSent = { email: 'lee@example.com', role: 'viewer' };

export const invitationShown = {
  id: '019b7c4c2d00700080000000000000b0',
  email: 'lee@example.com',
  role: 'viewer',
  status: 'invited',
  created_at: CREATED_AT,
  expires_at: '2026-01-09T12:00:00.000Z',
};

export const newInvitationShown = {
  ...invitationShown,
  invitation_uri: 'https://id.example.com/invitation?token=Jm2cQ4vX7tYb0sKpLd9wRzHf3uNaGe6oCi1xVb5TqMk',
};

export const memberShown = {
  id: '019b7c4c2d00700080000000000000af',
  email: 'kim@example.com',
  email_verified: true,
  nickname: 'Kim',
  role: 'viewer',
  status: 'accepted',
  created_at: CREATED_AT,
};

export const memberChanged = { role: 'editor' };

export const catalogueEntryShown = {
  item: 'nickname',
  claims: ['nickname'],
  scopes: ['nickname', 'profile'],
};

export const userInfoShown = {
  sub: connectionShown.sub,
  nickname: 'Mina',
  name: 'Mina',
  updated_at: 1767355200,
};

export const statisticsShown = {
  from: '2026-01-02',
  to: '2026-01-02',
  days: [
    {
      day: '2026-01-02',
      started: 120,
      completed: 97,
      cancelled: 9,
      refused: { 'code-expired': 2 },
      agreed: { email: 61 },
      declined: { email: 12 },
    },
  ],
};

export const policyShown = {
  service_name: 'Latchkey',
  accent_color: '#2456c7',
  logo_uri: null,
  logo_dark_uri: null,
  support_contact: null,
  open_registration: true,
  require_verified_email: false,
  allowed_email_domains: [],
  refused_email_domains: [],
  open_ownership: false,
  reserved_usernames: [],
  second_factor: 'optional',
  minimum_age: 0,
  documents: [],
  deletion_delay_days: 7,
  locked: {},
};

export const policySent = { service_name: 'Acme Login', refused_email_domains: ['mail.example'], minimum_age: 14 };
export const policyChanged = { ...policyShown, ...policySent };
