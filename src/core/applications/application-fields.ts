// The members of an application that are one plain value, each described once. JSON in and out, the OpenAPI document,
// console forms, flags of the command line, defaults and the columns of both databases follow from it. A further
// switch is an entry here, its words in each language (`settings.flags`), and a column in a migration of each database.
import { SIGNING_ALGORITHMS } from '../keys/signing-key.ts';

export const IMPLEMENTATION_METHODS = ['REST API', 'JavaScript', 'Android', 'iOS', 'Flutter'] as const;
export type ImplementationMethod = (typeof IMPLEMENTATION_METHODS)[number];

type Described = {
  /** In JSON and in forms. */
  wire: string;
  column: string;
  /** For the OpenAPI document. */
  description: string;
  /** In documents it stands beside the name; the others follow the lists. */
  isTop?: true;
};

/** What the flag of `applications create` does; absent: it has none. */
type OnCommandLine = { flag?: string };

export type FlagField = Described &
  OnCommandLine & {
    kind: 'flag';
    byDefault: boolean;
    /** Under which heading of the settings it stands. */
    group: 'clients' | 'openid';
    /** PUT without it leaves it as it is (docs/decisions/0013-what-put-keeps.md). */
    kept?: true;
  };

export type ChoiceField = Described &
  OnCommandLine & {
    kind: 'choice';
    /** Of its value, in the help of the command line. */
    placeholder: string;
    values: readonly string[];
    byDefault?: string;
    /** What another value is refused with. */
    refusal: 'implementation-method-unknown' | 'signing-algorithm-unknown';
  };

/** An https URI that people are shown. */
type LinkField = Described & { kind: 'link' };

export type Field = FlagField | ChoiceField | LinkField;

const SHOWN_LINK = 'Shown on the consent page; never fetched by the server. https only.';

export const FIELDS = {
  implementationMethod: {
    kind: 'choice',
    wire: 'implementation_method',
    column: 'implementation_method',
    placeholder: 'METHOD',
    values: IMPLEMENTATION_METHODS,
    byDefault: 'REST API',
    isTop: true,
    refusal: 'implementation-method-unknown',
    description: 'Selects the sample code in the console.',
    flag: 'REST API, JavaScript, Android, iOS or Flutter',
  },
  requirePkce: {
    kind: 'flag',
    wire: 'require_pkce',
    column: 'require_pkce',
    byDefault: false,
    group: 'clients',
    description: 'Refuses requests without code_challenge.',
    flag: 'refuse authorization requests without PKCE',
  },
  clientSecretRequired: {
    kind: 'flag',
    wire: 'client_secret_required',
    column: 'client_secret_required',
    byDefault: false,
    group: 'clients',
    kept: true,
    description:
      'Clients that use the Web key must authenticate with a client secret. Creating the first secret turns it on. Default: false.',
  },
  homepageUri: { kind: 'link', wire: 'homepage_uri', column: 'homepage_uri', description: SHOWN_LINK },
  privacyPolicyUri: { kind: 'link', wire: 'privacy_policy_uri', column: 'privacy_policy_uri', description: SHOWN_LINK },
  termsUri: { kind: 'link', wire: 'terms_uri', column: 'terms_uri', description: SHOWN_LINK },
  idTokenClaims: {
    kind: 'flag',
    wire: 'id_token_claims',
    column: 'id_token_claims',
    byDefault: true,
    group: 'openid',
    description: 'ID tokens contain the claims of agreed items that `scope` requested.',
    flag: 'omit the agreed claims from the ID token',
  },
  /** Signs ID tokens and logout tokens. */
  idTokenAlg: {
    kind: 'choice',
    wire: 'id_token_signed_response_alg',
    column: 'id_token_alg',
    placeholder: 'ALG',
    values: SIGNING_ALGORITHMS,
    byDefault: 'RS256',
    refusal: 'signing-algorithm-unknown',
    description: 'Signs ID tokens and logout tokens.',
    flag: 'RS256, ES256 or EdDSA (default: RS256)',
  },
  /** Makes a JWT signed with it the default answer of user-info. */
  userInfoAlg: {
    kind: 'choice',
    wire: 'userinfo_signed_response_alg',
    column: 'userinfo_alg',
    placeholder: 'ALG',
    values: SIGNING_ALGORITHMS,
    refusal: 'signing-algorithm-unknown',
    description: 'Makes a signed JWT the default response of user-info.',
    flag: 'return user-info as a JWT signed with RS256, ES256 or EdDSA',
  },
} as const satisfies Readonly<Record<string, Field>>;

type Fields = typeof FIELDS;
export type FieldName = keyof Fields;

/** Without a default there may be no value. */
type ValueOf<F> = F extends { kind: 'flag' }
  ? boolean
  : F extends { kind: 'choice'; values: readonly (infer Value)[] }
    ? F extends { byDefault: string }
      ? Value
      : Value | undefined
    : string | undefined;

export type FieldValues = { [Name in FieldName]: ValueOf<Fields[Name]> };

/** As sent, before any rule was applied. */
export type FieldDrafts = {
  [Name in FieldName]?: (Fields[Name] extends { kind: 'flag' } ? boolean : string) | undefined;
};

type NamesOf<Kind> = { [Name in FieldName]: Fields[Name] extends { kind: Kind } ? Name : never }[FieldName];
export type FlagName = NamesOf<'flag'>;

export type FieldEntries = readonly (readonly [FieldName, Field])[];

/** All of them, in one order everywhere. */
export const ALL_FIELDS: FieldEntries = Object.entries(FIELDS) as [FieldName, Field][];
export const TOP_FIELDS: FieldEntries = ALL_FIELDS.filter(([, { isTop }]) => isTop);
export const OTHER_FIELDS: FieldEntries = ALL_FIELDS.filter(([, { isTop }]) => !isTop);

export const FLAGS: readonly (readonly [FlagName, FlagField])[] = ALL_FIELDS.filter(
  (entry): entry is [FlagName, FlagField] => entry[1].kind === 'flag',
);
