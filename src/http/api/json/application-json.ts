// Applications and the entries of their lists in requests and responses (contract 3). Each member is described here
// once; plain values are described in core/applications/application-fields.ts. json/application.ts writes responses.
import { PLATFORMS } from '../../../core/applications/application.ts';
import type {
  ApplicationDraft,
  ConsentItemDraft,
  PlatformDraft,
} from '../../../core/applications/application-draft.ts';
import {
  MAX_BUNDLE_ID_LENGTH,
  MAX_LINK_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PACKAGE_NAME_LENGTH,
  MAX_PURPOSE_LENGTH,
  MAX_REDIRECT_URIS,
  MAX_RETENTION_LENGTH,
  MAX_SITE_DOMAINS,
} from '../../../core/applications/application-faults.ts';
import {
  ALL_FIELDS,
  type Field,
  type FieldDrafts,
  type FieldEntries,
  OTHER_FIELDS,
  TOP_FIELDS,
} from '../../../core/applications/application-fields.ts';
import type { SentEntry } from '../../../core/applications/change-parts.ts';
import type { TranslationLanguage } from '../../../core/applications/translations.ts';
import { CONSENT_ITEMS } from '../../../core/consent/catalogue.ts';
import type { Fault } from '../../../core/fault.ts';
import { MAX_REDIRECT_URI_LENGTH } from '../../../protocol/redirect-uri-registration.ts';
import {
  type Bounds,
  component,
  flag,
  id,
  type JsonSchema,
  listOf,
  type ObjectShape,
  objectOf,
  oneOf,
  optional,
  readOnly,
  readShape,
  type Shape,
  type ShapeOf,
  text,
  time,
  type WithHoles,
} from './shape.ts';

const uri = (keywords: JsonSchema = {}) =>
  text({ minLength: 1, maxLength: MAX_REDIRECT_URI_LENGTH, format: 'uri', ...keywords });
const link = (description: string) => text({ maxLength: MAX_LINK_LENGTH, format: 'uri', description });
const setOf = <T>(element: Shape<T>, maxItems: number, description: string, bounds: Bounds = {}) =>
  listOf(element, { ...bounds, maxItems }, { uniqueItems: true, description });

/** One object for each language of the pages. */
const translationsOf = <Texts extends object>(texts: ObjectShape<Texts>['members']) => {
  const inOne = optional(objectOf<Texts>(texts));
  return objectOf<Record<TranslationLanguage, Texts>>({ en: inOne, ko: inOne });
};

export const platformShape = component(
  'Platform',
  objectOf({
    id: id('ID of the entry.'),
    platform: oneOf(PLATFORMS, {
      description: 'An application can have one entry for each platform. Cannot be changed.',
    }),
    api_key: readOnly({
      type: 'string',
      pattern: '^[0-9a-f]{32}$',
      description: 'The API key: the `client_id` of requests. Issued when the entry is created.',
    }),
    site_domains: optional(
      setOf(text({ minLength: 1 }), MAX_SITE_DOMAINS, 'Web only, and required there: scheme://host[:port].', {
        minItems: 1,
      }),
    ),
    package_name: optional(text({ maxLength: MAX_PACKAGE_NAME_LENGTH }), 'Android only. As in the Android manifest.'),
    bundle_id: optional(text({ maxLength: MAX_BUNDLE_ID_LENGTH }), 'iOS only. As in Xcode.'),
    created_at: time('When the entry was made.'),
  }),
);

export const redirectUriShape = objectOf({
  id: id('ID of the entry.'),
  redirect_uri: uri({ description: 'Where codes are sent. Compared character by character.' }),
  created_at: time('When it was created.'),
});

export const consentItemShape = component(
  'ConsentItem',
  objectOf({
    item: oneOf(CONSENT_ITEMS, { description: 'An item of the catalogue. Cannot be changed.' }),
    consent: oneOf(['required', 'optional'], { description: 'Whether users can decline the item.' }),
    purpose: optional(text({ maxLength: MAX_PURPOSE_LENGTH }), 'Shown to the user.'),
    retention: optional(
      text({ maxLength: MAX_RETENTION_LENGTH }),
      'How long the application keeps the value. Shown to the user.',
    ),
    translations: optional(
      translationsOf({
        purpose: optional(text({ maxLength: MAX_PURPOSE_LENGTH })),
        retention: optional(text({ maxLength: MAX_RETENTION_LENGTH })),
      }),
      'purpose and retention in other languages: those of the pages.',
    ),
    verified: optional(
      flag(),
      'Only for the item email. true: the application needs a verified address. Returned only if true.',
    ),
  }),
);

const shapesOf = (fields: FieldEntries): Readonly<Record<string, Shape<string> | Shape<boolean>>> =>
  Object.fromEntries(fields.map(([, field]) => [field.wire, shapeOf(field)]));

function shapeOf(field: Field): Shape<string> | Shape<boolean> {
  const { description } = field;
  switch (field.kind) {
    case 'link':
      return optional(link(description));
    case 'text':
      return optional(text({ minLength: 1, maxLength: field.maxLength }), description);
    case 'flag':
      return flag(field.kept ? { description } : { description, default: field.byDefault });
    case 'choice':
      return field.byDefault === undefined
        ? optional(oneOf(field.values), description)
        : oneOf(field.values, field.kept ? { description } : { description, default: field.byDefault });
  }
}

const first = {
  id: id('ID of the application.'),
  name: text({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'Shown on the consent page.' }),
};
const afterTop = {
  login_activation: oneOf(['ON', 'OFF'], {
    description: 'While it is OFF, nobody can sign in to the application.',
    default: 'OFF',
  }),
  platforms: setOf(platformShape, PLATFORMS.length, 'Each entry has an API key of its own.'),
  redirect_uris: setOf(uri(), MAX_REDIRECT_URIS, 'Where codes may be sent; compared character by character.'),
  consent_items: setOf(consentItemShape, CONSENT_ITEMS.length, 'What the application requests from its users.'),
};
const afterFields = {
  translations: optional(
    translationsOf({ name: optional(text({ minLength: 1, maxLength: MAX_NAME_LENGTH })) }),
    'The name in other languages: those of the pages. `name` stays the default.',
  ),
  post_logout_redirect_uris: setOf(uri(), MAX_REDIRECT_URIS, 'Where users can return to after signing out.'),
  backchannel_logout_uri: optional(uri(), 'Receives a logout token when a user signs out.'),
  logo_uri: optional(readOnly(link('URL of the logo. Absent without a logo. Changes with the image.').json)),
  created_at: time('When it was created.'),
  updated_at: time('When it was last updated.'),
};

/** Typed by the members that are written out above. */
export const applicationShape = objectOf<OwnMembers>({
  ...first,
  ...shapesOf(TOP_FIELDS),
  ...afterTop,
  ...shapesOf(OTHER_FIELDS),
  ...afterFields,
});

type OwnShapes = typeof first & typeof afterTop & typeof afterFields;
type OwnMembers = { [Name in keyof OwnShapes]: ShapeOf<OwnShapes[Name]> };

/** What an owner sent, for core to check, with the faults of its shape. */
export function readApplication(body: unknown): { draft: ApplicationDraft; faults: readonly Fault[] } {
  const { value = {}, faults } = readShape(applicationShape, body);
  const sent: Readonly<Record<string, unknown>> = value;
  const fields: FieldDrafts = Object.fromEntries(ALL_FIELDS.map(([name, { wire }]) => [name, sent[wire]]));
  const draft: ApplicationDraft = {
    ...fields,
    name: value.name,
    translations: value.translations,
    loginActivation: value.login_activation,
    platforms: value.platforms?.map((entry) => entry && platformDraft(entry)),
    redirectUris: value.redirect_uris,
    consentItems: value.consent_items,
    postLogoutRedirectUris: value.post_logout_redirect_uris,
    backchannelLogoutUri: value.backchannel_logout_uri,
  };
  return { draft, faults };
}

/** The same for one entry of a list. */
export function readPlatform(body: unknown): SentEntry<PlatformDraft> {
  const { value = {}, faults } = readShape(platformShape, body);
  return { draft: platformDraft(value), faults };
}

const platformDraft = (entry: WithHoles<ShapeOf<typeof platformShape>>): PlatformDraft => ({
  platform: entry.platform,
  siteDomains: entry.site_domains,
  packageName: entry.package_name,
  bundleId: entry.bundle_id,
});

export function readRedirectUri(body: unknown): SentEntry<string | undefined> {
  const { value, faults } = readShape(redirectUriShape, body);
  return { draft: value?.redirect_uri, faults };
}

export function readConsentItem(body: unknown): SentEntry<ConsentItemDraft> {
  const { value: draft = {}, faults } = readShape(consentItemShape, body);
  return { draft, faults };
}
