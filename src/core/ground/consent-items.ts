// The catalogue of consent items (contract 3): what an owner may ask for, which claims each item opens, and which
// `scope` values name it.

type Opening = {
  /** Claims the item opens (OpenID Connect Core 5.1). */
  claims: readonly string[];
  /** Values of `scope` that name the item. */
  scopes: readonly string[];
};

/** In the order of the consent page. */
const ITEMS = {
  nickname: { claims: ['nickname'], scopes: ['nickname', 'profile'] },
  username: { claims: ['preferred_username'], scopes: ['username', 'profile'] },
  profile_image: { claims: ['picture'], scopes: ['profile_image', 'profile'] },
  name: { claims: ['name', 'given_name', 'family_name', 'middle_name'], scopes: ['name', 'profile'] },
  gender: { claims: ['gender'], scopes: ['gender', 'profile'] },
  birthdate: { claims: ['birthdate'], scopes: ['birthdate', 'profile'] },
  website: { claims: ['website', 'profile'], scopes: ['website', 'profile'] },
  locale: { claims: ['locale', 'zoneinfo'], scopes: ['locale', 'profile'] },
  email: { claims: ['email', 'email_verified'], scopes: ['email'] },
  phone_number: { claims: ['phone_number', 'phone_number_verified'], scopes: ['phone_number', 'phone'] },
  address: { claims: ['address'], scopes: ['address'] },
  groups: { claims: ['groups'], scopes: ['groups'] },
} as const satisfies Readonly<Record<string, Opening>>;

export type ConsentItemName = keyof typeof ITEMS;
export type CatalogueEntry = Opening & { item: ConsentItemName };

export const CONSENT_ITEMS = Object.keys(ITEMS) as readonly ConsentItemName[];
export const CATALOGUE: readonly CatalogueEntry[] = CONSENT_ITEMS.map((item) => ({ item, ...ITEMS[item] }));

export const isConsentItemName = (text: string): text is ConsentItemName => Object.hasOwn(ITEMS, text);
