// Applications and the entries of their lists (contract 3). An application's plain values are described in
// core/applications/applications/application-fields.ts.
import * as z from 'zod/mini';
import { SCOPE_NAME } from '../../core/applications/apis/api.ts';
import { MAX_ASKED_SCOPES } from '../../core/applications/apis/asked-scope-faults.ts';
import { API_KEY, PLATFORMS } from '../../core/applications/applications/application.ts';
import {
  MAX_BUNDLE_ID_LENGTH,
  MAX_LINK_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PACKAGE_NAME_LENGTH,
  MAX_PURPOSE_LENGTH,
  MAX_REDIRECT_URIS,
  MAX_RETENTION_LENGTH,
  MAX_SITE_DOMAINS,
} from '../../core/applications/applications/application-faults.ts';
import {
  type FIELDS,
  type FieldEntries,
  type FieldName,
  type FieldValues,
  OTHER_FIELDS,
  TOP_FIELDS,
} from '../../core/applications/applications/application-fields.ts';
import type { MemberField } from '../../core/applications/applications/field.ts';
import { CONSENT_ITEMS } from '../../core/ground/consent-items.ts';
import { MAX_NAMED_GROUPS } from '../../core/people/groups/group.ts';
import { GROUP_LISTS } from '../../core/people/groups/group-lists.ts';
import { MAX_CLIENT_KEYS } from '../../core/server/keys/client-key.ts';
import { MAX_REDIRECT_URI_LENGTH } from '../../protocol/redirect-uri-registration.ts';
import { atFirstUse } from '../at-first-use.ts';
import { describedOneOf, flag, id, text, time, uri } from './kinds.ts';

const URI_LENGTH = [z.minLength(1), z.maxLength(MAX_REDIRECT_URI_LENGTH)] as const;
const plainUri = () => z.string().check(...URI_LENGTH, z.meta({ format: 'uri' }));
const link = (description: string) => uri(description, z.maxLength(MAX_LINK_LENGTH));

const setOf = <Entry extends z.ZodMiniType>(entry: Entry, most: number, description: string) =>
  z.array(entry).check(z.maxLength(most), z.meta({ uniqueItems: true, description }));

/** One object for each language of the pages. */
export const translationsOf = <Texts extends z.ZodMiniObject>(texts: Texts, description: string) => {
  const inOne = z.optional(texts);
  return z.optional(z.strictObject({ en: inOne, ko: inOne }).check(z.describe(description)));
};

export const platformSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the entry.'),
    platform: describedOneOf(PLATFORMS, 'An application can have one entry for each platform. Cannot be changed.'),
    api_key: z.readonly(
      text('The API key: the `client_id` of requests. Issued when the entry is created.', z.regex(API_KEY)),
    ),
    site_domains: z.optional(
      setOf(
        z.string().check(z.minLength(1)),
        MAX_SITE_DOMAINS,
        'Web only, and required there: scheme://host[:port].',
      ).check(z.minLength(1)),
    ),
    package_name: z.optional(text('Android only. As in the Android manifest.', z.maxLength(MAX_PACKAGE_NAME_LENGTH))),
    bundle_id: z.optional(text('iOS only. As in Xcode.', z.maxLength(MAX_BUNDLE_ID_LENGTH))),
    created_at: time('When the entry was made.'),
  }),
);

export const redirectUriSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the entry.'),
    redirect_uri: uri('Where codes are sent. Compared character by character.', ...URI_LENGTH),
    created_at: time('When it was created.'),
  }),
);

export const consentItemSchema = atFirstUse(() =>
  z.strictObject({
    item: describedOneOf(CONSENT_ITEMS, 'An item of the catalogue. Cannot be changed.'),
    consent: describedOneOf(['required', 'optional'], 'Whether users can decline the item.'),
    purpose: z.optional(text('Shown to the user.', z.maxLength(MAX_PURPOSE_LENGTH))),
    retention: z.optional(
      text('How long the application keeps the value. Shown to the user.', z.maxLength(MAX_RETENTION_LENGTH)),
    ),
    translations: translationsOf(
      z.strictObject({
        purpose: z.optional(z.string().check(z.maxLength(MAX_PURPOSE_LENGTH))),
        retention: z.optional(z.string().check(z.maxLength(MAX_RETENTION_LENGTH))),
      }),
      'purpose and retention in other languages: those of the pages.',
    ),
    verified: z.optional(
      flag('Only for the item email. true: the application needs a verified address. Returned only if true.'),
    ),
  }),
);

const apiScopeSchema = atFirstUse(() =>
  z.strictObject({
    scope: text('A scope of an API that lets the application ask for it.', z.regex(SCOPE_NAME)),
    consent: describedOneOf(['required', 'optional'], 'Whether users can decline the scope.'),
    purpose: z.optional(text('Shown to the user.', z.maxLength(MAX_PURPOSE_LENGTH))),
    translations: translationsOf(
      z.strictObject({ purpose: z.optional(z.string().check(z.maxLength(MAX_PURPOSE_LENGTH))) }),
      'purpose in other languages: those of the pages.',
    ),
  }),
);

export const applicationSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the application.'),
    name: text('Shown on the consent page.', z.minLength(1), z.maxLength(MAX_NAME_LENGTH)),
    ...fieldSchemas(TOP_FIELDS),
    login_activation: z.enum(['ON', 'OFF']).check(
      z.meta({
        description: 'While it is OFF, nobody can sign in to the application.',
        default: 'OFF',
      }),
    ),
    platforms: setOf(platformSchema(), PLATFORMS.length, 'Each entry has an API key of its own.'),
    redirect_uris: setOf(plainUri(), MAX_REDIRECT_URIS, 'Where codes may be sent; compared character by character.'),
    consent_items: setOf(consentItemSchema(), CONSENT_ITEMS.length, 'What the application requests from its users.'),
    api_scopes: setOf(
      apiScopeSchema(),
      MAX_ASKED_SCOPES,
      'Scopes of APIs of the operator that the application requests from its users.',
    ),
    ...fieldSchemas(OTHER_FIELDS),
    groups: groupNames(GROUP_LISTS.groups.description),
    allowed_groups: groupNames(GROUP_LISTS.allowedGroups.description),
    translations: translationsOf(
      z.strictObject({ name: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH))) }),
      'The name in other languages: those of the pages. `name` stays the default.',
    ),
    post_logout_redirect_uris: setOf(plainUri(), MAX_REDIRECT_URIS, 'Where users can return to after signing out.'),
    backchannel_logout_uri: z.optional(uri('Receives a logout token when a user signs out.', ...URI_LENGTH)),
    jwks: z.optional(
      z.looseObject({}).check(
        z.meta({
          description:
            'Public keys (a JWK set) for private_key_jwt. Not together with jwks_uri. The first keys set token_endpoint_auth_method.',
          properties: { keys: { type: 'array', maxItems: MAX_CLIENT_KEYS, items: { type: 'object' } } },
          required: ['keys'],
        }),
      ),
    ),
    jwks_uri: z.optional(link('Where such a JWK set is published. https only; kept for 10 minutes.')),
    logo_uri: z.optional(z.readonly(link('URL of the logo. Absent without a logo. Changes with the image.'))),
    created_at: time('When it was created.'),
    updated_at: time('When it was last updated.'),
  }),
);

const groupNames = (description: string) => setOf(z.string().check(z.minLength(1)), MAX_NAMED_GROUPS, description);

type FieldSchemas = {
  [Name in FieldName as (typeof FIELDS)[Name]['wire']]: z.ZodMiniType<FieldValues[Name]>;
};

const fieldSchemas = (fields: FieldEntries): FieldSchemas =>
  Object.fromEntries(fields.map(([, field]) => [field.wire, fieldSchema(field)])) as FieldSchemas;

function fieldSchema(field: MemberField): z.ZodMiniType {
  const { description } = field;
  switch (field.kind) {
    case 'link':
      return z.optional(link(description));
    case 'text':
      return z.optional(text(description, z.minLength(1), z.maxLength(field.maxLength)));
    case 'flag':
      return z.boolean().check(shown(field));
    case 'list':
      return setOf(z.string().check(z.minLength(1), z.maxLength(100)), field.values.length, description);
    case 'choice': {
      const choice = z.enum(field.values).check(shown(field));
      return field.byDefault === undefined ? z.optional(choice) : choice;
    }
  }
}

/** The default of a value that PUT keeps is in the words of its description. */
const shown = ({ description, kept, byDefault }: MemberField & { byDefault?: string | boolean }) =>
  z.meta({ description, ...(!kept && byDefault !== undefined && { default: byDefault }) });
