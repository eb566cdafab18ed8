// The catalogue of consent items (contract 3): what an owner may ask for, which claims each item opens, and which
// `scope` values name it.

export const CONSENT_ITEMS = [
  'nickname',
  'profile_image',
  'name',
  'gender',
  'birthdate',
  'website',
  'locale',
  'email',
  'phone_number',
  'address',
] as const;

export type ConsentItemName = (typeof CONSENT_ITEMS)[number];

export type CatalogueEntry = {
  item: ConsentItemName;
  /** Claims the item opens (OpenID Connect Core 5.1). */
  claims: readonly string[];
  /** Values of `scope` that name the item. */
  scopes: readonly string[];
};

export const CATALOGUE: readonly CatalogueEntry[] = [
  { item: 'nickname', claims: ['nickname'], scopes: ['nickname', 'profile'] },
  { item: 'profile_image', claims: ['picture'], scopes: ['profile_image', 'profile'] },
  { item: 'name', claims: ['name', 'given_name', 'family_name', 'middle_name'], scopes: ['name', 'profile'] },
  { item: 'gender', claims: ['gender'], scopes: ['gender', 'profile'] },
  { item: 'birthdate', claims: ['birthdate'], scopes: ['birthdate', 'profile'] },
  { item: 'website', claims: ['website', 'profile'], scopes: ['website', 'profile'] },
  { item: 'locale', claims: ['locale', 'zoneinfo'], scopes: ['locale', 'profile'] },
  { item: 'email', claims: ['email', 'email_verified'], scopes: ['email'] },
  { item: 'phone_number', claims: ['phone_number', 'phone_number_verified'], scopes: ['phone_number', 'phone'] },
  { item: 'address', claims: ['address'], scopes: ['address'] },
];

export const isConsentItemName = (text: string): text is ConsentItemName =>
  (CONSENT_ITEMS as readonly string[]).includes(text);
