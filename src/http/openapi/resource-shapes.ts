// What the API host answers with, as shapes: the document at /openapi is made from them, and test/flows/openapi.test.ts
// holds every answer against it. What a request may say is read by the shapes beside the routes
// (`component-schemas.ts`).
import { z } from 'zod';
import { PLATFORMS } from '../../core/applications/application.ts';
import {
  MAX_LINK_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PURPOSE_LENGTH,
  MAX_REDIRECT_URIS,
  MAX_SITE_DOMAINS,
} from '../../core/applications/application-faults.ts';
import { type Field, type FieldEntries, OTHER_FIELDS, TOP_FIELDS } from '../../core/applications/application-fields.ts';
import { CONSENT_ITEMS } from '../../core/consent/catalogue.ts';
import { INVITED_ROLES } from '../../core/members/invitation.ts';
import { MEMBER_ROLES } from '../../core/members/member.ts';

const MAX_URI_LENGTH = 2000;

const id = (description: string) =>
  z
    .string()
    .regex(/^[a-z0-9]+$/)
    .meta({ description });
const time = (description: string) => z.string().meta({ format: 'date-time', description });
const timeOrNever = (description: string) => z.string().nullable().meta({ format: 'date-time', description });
const link = (description: string) => z.string().max(MAX_LINK_LENGTH).meta({ format: 'uri', description });
const uri = () => z.string().min(1).max(MAX_URI_LENGTH).meta({ format: 'uri' });
/** Of different values: JSON Schema's `uniqueItems`. */
const set = <T extends z.ZodType>(element: T, most: number, description: string) =>
  z.array(element).max(most).meta({ uniqueItems: true, description });

export const platform = z.strictObject({
  id: id('ID of the entry.'),
  platform: z
    .enum(PLATFORMS)
    .meta({ description: 'An application can have one entry for each platform. Cannot be changed.' }),
  api_key: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .meta({ description: 'The API key: the `client_id` of requests. Issued when the entry is created.' }),
  site_domains: set(z.string().min(1), MAX_SITE_DOMAINS, 'Web only, and required there: scheme://host[:port].')
    .min(1)
    .optional(),
  package_name: z.string().max(255).optional().meta({ description: 'Android only. As in the Android manifest.' }),
  bundle_id: z.string().max(155).optional().meta({ description: 'iOS only. As in Xcode.' }),
  created_at: time('When the entry was made.'),
});

export const redirectUri = z.strictObject({
  id: id('ID of the entry.'),
  redirect_uri: uri().meta({ description: 'Where codes are sent. Compared character by character.' }),
  created_at: time('When it was created.'),
});

export const consentItem = z.strictObject({
  item: z.enum(CONSENT_ITEMS).meta({ description: 'An item of the catalogue. Cannot be changed.' }),
  consent: z.enum(['required', 'optional']).meta({ description: 'Whether users can decline the item.' }),
  purpose: z.string().max(MAX_PURPOSE_LENGTH).optional().meta({ description: 'Shown to the user.' }),
  verified: z.boolean().optional().meta({
    description: 'Only for the item email. true is refused, because the server does not send email. Never returned.',
  }),
});

/** Plain values of an application. */
const shapesOf = (fields: FieldEntries): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(fields.map(([, field]) => [field.wire, shapeOf(field)]));

function shapeOf(field: Field): z.ZodType {
  const { description } = field;
  if (field.kind === 'link') return link(description).optional();
  if (field.kind === 'flag') {
    return z.boolean().meta(field.kept ? { description } : { description, default: field.byDefault });
  }
  const choice = z.enum(field.values as [string, ...string[]]);
  return field.byDefault === undefined
    ? choice.optional().meta({ description })
    : choice.meta({ description, default: field.byDefault });
}

export const application = z.strictObject({
  id: id('ID of the application.'),
  name: z.string().min(1).max(MAX_NAME_LENGTH).meta({ description: 'Shown on the consent page.' }),
  ...shapesOf(TOP_FIELDS),
  login_activation: z
    .enum(['ON', 'OFF'])
    .meta({ description: 'While it is OFF, nobody can sign in to the application.', default: 'OFF' }),
  platforms: set(platform, PLATFORMS.length, 'Each entry has an API key of its own.'),
  redirect_uris: set(uri(), MAX_REDIRECT_URIS, 'Where codes may be sent; compared character by character.'),
  consent_items: set(consentItem, CONSENT_ITEMS.length, 'What the application requests from its users.'),
  ...shapesOf(OTHER_FIELDS),
  post_logout_redirect_uris: set(uri(), MAX_REDIRECT_URIS, 'Where users can return to after signing out.'),
  backchannel_logout_uri: uri().optional().meta({ description: 'Receives a logout token when a user signs out.' }),
  logo_uri: link('URL of the logo. Absent without a logo. Changes with the image.').optional(),
  created_at: time('When it was created.'),
  updated_at: time('When it was last updated.'),
});

const lastUse = timeOrNever('When it was last used, accurate to five minutes. null: never.');

export const clientSecret = z.strictObject({
  id: id('ID of the client secret.'),
  created_at: time('When it was created.'),
  last_used_at: lastUse,
  expires_at: timeOrNever('When it expires. null: never.'),
});

export const newClientSecret = z.strictObject({
  id: id('ID of the client secret.'),
  client_secret: z
    .string()
    .regex(/^lk_cs_[A-Za-z0-9_-]+$/)
    .meta({ description: 'The secret. It is returned only once, because only a hash is stored.' }),
  created_at: time('When it was created.'),
  expires_at: timeOrNever('When it expires. null: never.'),
});

export const connection = z.strictObject({
  sub: z
    .string()
    .regex(/^[a-z0-9]{32}$/)
    .meta({ description: 'Identifies the user within this application.' }),
  items: z.array(z.enum(CONSENT_ITEMS)).meta({ description: 'The items that are currently agreed and registered.' }),
  created_at: time('When the user first agreed.'),
  last_used_at: lastUse,
});

export const member = z.strictObject({
  id: id('The account, or the invitation; names the entry.'),
  email: z.string().max(254).meta({ description: 'The address of the account, or of the invitation.' }),
  email_verified: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the address is verified. Absent for invitations.' }),
  nickname: z.string().optional().meta({ description: 'The nickname of the person. Absent for invitations.' }),
  role: z.enum(MEMBER_ROLES).meta({
    description:
      'viewer can read, editor can also make changes, owner can also delete the application and transfer ownership.',
  }),
  status: z.enum(['accepted', 'invited']).meta({ description: 'invited: the person has not accepted yet.' }),
  created_at: time('When they accepted, or were invited; the owner: when the application was made.'),
  expires_at: time('Of an invitation: when it ends.').optional(),
});

export const newInvitation = z.strictObject({
  id: id('ID of the invitation, as in the list of members.'),
  email: z
    .string()
    .max(254)
    .meta({ description: 'Whom to invite. The response does not reveal whether they have an account.' }),
  role: z.enum(INVITED_ROLES).meta({ description: 'viewer can read, editor can also make changes.' }),
  status: z.literal('invited'),
  created_at: time('When they were invited.'),
  expires_at: time('When the invitation ends.'),
  invitation_uri: z.string().meta({
    format: 'uri',
    description:
      'The link to send to the person. It works once. It is returned only once, because only a hash is stored.',
  }),
});

export const catalogueEntry = z.strictObject({
  item: z.enum(CONSENT_ITEMS),
  claims: z.array(z.string()).meta({ description: 'The OpenID Connect claims of the item.' }),
  scopes: z.array(z.string()).meta({ description: 'The `scope` values that request the item.' }),
});

const claim = () => z.string().optional();

/** Claims as in OpenID Connect Core 5.1: those that the application may see and the person has. */
export const userInfo = z.strictObject({
  sub: z
    .string()
    .regex(/^[a-z0-9]{32}$/)
    .meta({ description: 'Identifies the user within this application.' }),
  nickname: claim(),
  preferred_username: claim(),
  picture: claim(),
  name: claim(),
  given_name: claim(),
  family_name: claim(),
  middle_name: claim(),
  gender: claim(),
  birthdate: claim(),
  website: claim(),
  profile: claim(),
  locale: claim(),
  zoneinfo: claim(),
  email: claim(),
  email_verified: z.boolean().optional(),
  phone_number: claim(),
  phone_number_verified: z.boolean().optional(),
  address: z
    .strictObject({
      street_address: claim(),
      locality: claim(),
      region: claim(),
      postal_code: claim(),
      country: claim(),
    })
    .optional(),
  updated_at: z.int().min(0).optional().meta({ description: 'Seconds since 1970.' }),
});

/** RFC 9457, which lets members be added. */
export const problem = z.looseObject({
  type: z.string().meta({ format: 'uri', description: 'URL of the documentation of this error. Stable.' }),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().meta({ description: 'Explains the error.' }),
  errors: z
    .array(
      z.looseObject({
        pointer: z
          .string()
          .meta({ format: 'json-pointer', description: 'JSON pointer to the faulty input (RFC 6901).' }),
        code: z.string().meta({ description: 'Stable error code, explained in the list of errors.' }),
        detail: z.string().meta({ description: 'Explains the error.' }),
      }),
    )
    .optional()
    .meta({ description: 'All input errors.' }),
});
