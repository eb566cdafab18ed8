// Describes each member of an application that is one plain value, once. JSON, the OpenAPI document, console forms,
// command line flags, defaults and the columns of both databases follow from it. A new switch needs an entry here, its
// text in each language (`settings.flags`), and a column in a migration of each database.

import { GRANT_TYPES, USUAL_GRANTS } from '../../../protocol/grant-types.ts';
import { COUNTRIES } from '../../people/profile/countries.ts';
import { SIGNING_ALGORITHMS } from '../../server/keys/signing-key.ts';
import type { FlagField, MemberField } from './field.ts';

export const IMPLEMENTATION_METHODS = ['REST API', 'JavaScript', 'Android', 'iOS', 'Flutter'] as const;
export type ImplementationMethod = (typeof IMPLEMENTATION_METHODS)[number];

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
  tokenEndpointAuthMethod: {
    kind: 'choice',
    wire: 'token_endpoint_auth_method',
    column: 'token_endpoint_auth_method',
    placeholder: 'METHOD',
    values: ['private_key_jwt'],
    kept: true,
    refusal: 'auth-method-unknown',
    description:
      'private_key_jwt: clients that use the Web key must sign with a key of jwks or jwks_uri. Registering the first key sets it. Absent: client secrets, as client_secret_required says.',
    flag: 'private_key_jwt: the Web key authenticates with signed JWTs (set by --jwks and --jwks-uri)',
  },
  dpopBoundAccessTokens: {
    kind: 'flag',
    wire: 'dpop_bound_access_tokens',
    column: 'dpop_bound_access_tokens',
    byDefault: false,
    group: 'advanced',
    kept: true,
    description: 'Refuses token requests without a DPoP proof (RFC 9449), so that every token is bound to a key.',
    flag: 'refuse token requests without a DPoP proof',
  },
  requirePushedRequests: {
    kind: 'flag',
    wire: 'require_pushed_authorization_requests',
    column: 'require_pushed_requests',
    byDefault: false,
    group: 'advanced',
    kept: true,
    description: 'Refuses authorization requests that were not pushed to /oauth/par first (RFC 9126).',
    flag: 'refuse authorization requests that were not pushed first',
  },
  grantTypes: {
    kind: 'list',
    wire: 'grant_types',
    column: 'grant_types',
    placeholder: 'TYPE',
    values: GRANT_TYPES,
    byDefault: USUAL_GRANTS,
    kept: true,
    refusals: ['grant-types-unknown', 'grant-types-incomplete'],
    description:
      'What the application may send to the token endpoint. authorization_code and refresh_token are always among them; urn:ietf:params:oauth:grant-type:device_code lets people sign in on a device without a browser (RFC 8628).',
    flag: 'what the application may send to the token endpoint (default: authorization_code and refresh_token)',
  },
  securityProfile: {
    kind: 'choice',
    wire: 'security_profile',
    column: 'security_profile',
    placeholder: 'PROFILE',
    values: ['FAPI 2.0'],
    kept: true,
    refusal: 'security-profile-unknown',
    description:
      'FAPI 2.0: requests are pushed with PKCE, clients authenticate with private_key_jwt, and every token is bound to a key by DPoP. Anything else is refused.',
    flag: 'FAPI 2.0: refuse all but pushed requests with PKCE, private_key_jwt and DPoP (needs --jwks or --jwks-uri)',
  },
  homepageUri: { kind: 'link', wire: 'homepage_uri', column: 'homepage_uri', description: SHOWN_LINK },
  privacyPolicyUri: { kind: 'link', wire: 'privacy_policy_uri', column: 'privacy_policy_uri', description: SHOWN_LINK },
  termsUri: { kind: 'link', wire: 'terms_uri', column: 'terms_uri', description: SHOWN_LINK },
  audience: {
    kind: 'choice',
    wire: 'audience',
    column: 'audience',
    placeholder: 'AUDIENCE',
    values: ['everyone', 'team', 'groups'],
    byDefault: 'everyone',
    kept: true,
    refusal: 'audience-unknown',
    description:
      'team: only members of the application can sign in. groups: only people in one of allowed_groups. Default: everyone.',
    flag: 'everyone, team or groups; team: only members of the application can sign in (default: everyone)',
  },
  companyName: {
    kind: 'text',
    wire: 'company_name',
    column: 'company_name',
    placeholder: 'NAME',
    maxLength: 100,
    refusal: 'company-name-length',
    description: 'The company that receives the data. Shown on the consent page.',
    flag: 'company that receives the data, shown on the consent page',
  },
  companyCountry: {
    kind: 'choice',
    wire: 'company_country',
    column: 'company_country',
    placeholder: 'CODE',
    values: COUNTRIES,
    refusal: 'country-unknown',
    description: 'The country of that company: ISO 3166-1 alpha-2. Shown on the consent page by its name.',
    flag: 'country of that company, for example KR (ISO 3166-1 alpha-2)',
  },
  idTokenClaims: {
    kind: 'flag',
    wire: 'id_token_claims',
    column: 'id_token_claims',
    byDefault: true,
    group: 'openid',
    description: 'ID tokens contain the claims of agreed items that `scope` requested.',
    flag: 'omit the agreed claims from the ID token',
  },
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
} as const satisfies Readonly<Record<string, MemberField>>;

type Fields = typeof FIELDS;
export type FieldName = keyof Fields;

/** Without a default, the value may be absent. */
type ValueOf<F> = F extends { kind: 'flag' }
  ? boolean
  : F extends { kind: 'list'; values: readonly (infer Value)[] }
    ? readonly Value[]
    : F extends { kind: 'choice'; values: readonly (infer Value)[] }
      ? F extends { byDefault: string }
        ? Value
        : Value | undefined
      : string | undefined;

export type FieldValues = { [Name in FieldName]: ValueOf<Fields[Name]> };

/** As sent, before any rule is applied. */
export type FieldDrafts = {
  [Name in FieldName]?: DraftOf<Fields[Name]['kind']> | undefined;
};
type DraftOf<Kind> = Kind extends 'flag' ? boolean : Kind extends 'list' ? readonly (string | undefined)[] : string;

type NamesOf<Kind> = { [Name in FieldName]: Fields[Name] extends { kind: Kind } ? Name : never }[FieldName];
export type FlagName = NamesOf<'flag'>;

export type FieldEntries = readonly (readonly [FieldName, MemberField])[];

/** All fields, in the same order everywhere. */
export const ALL_FIELDS: FieldEntries = Object.entries(FIELDS) as [FieldName, MemberField][];
export const TOP_FIELDS: FieldEntries = ALL_FIELDS.filter(([, { isTop }]) => isTop);
export const OTHER_FIELDS: FieldEntries = ALL_FIELDS.filter(([, { isTop }]) => !isTop);

export const FLAGS: readonly (readonly [FlagName, FlagField])[] = ALL_FIELDS.filter(
  (entry): entry is [FlagName, FlagField] => entry[1].kind === 'flag',
);
