// What the API host answers with, as shapes: the document at /openapi is made from them, and test/flows/openapi.test.ts
// holds every answer against it. What a request may say is read by the shapes beside the routes (`component-schemas.ts`).
import { z } from 'zod';
import { IMPLEMENTATION_METHODS, PLATFORMS } from '../../core/applications/application.ts';
import {
  MAX_LINK_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PURPOSE_LENGTH,
  MAX_REDIRECT_URIS,
  MAX_SITE_DOMAINS,
} from '../../core/applications/application-faults.ts';
import { INVITED_ROLES } from '../../core/applications/invitation.ts';
import { MEMBER_ROLES } from '../../core/applications/member.ts';
import { CONSENT_ITEMS } from '../../core/consent/catalogue.ts';
import { SIGNING_ALGORITHMS } from '../../core/keys/signing-key.ts';

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
  id: id('Names the entry.'),
  platform: z.enum(PLATFORMS).meta({ description: 'One entry of each platform for each application. Never changes.' }),
  api_key: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .meta({ description: 'The REST API key, `client_id` in the flow. Issued when the entry is made.' }),
  site_domains: set(z.string().min(1), MAX_SITE_DOMAINS, 'Web only, and required there: scheme://host[:port].')
    .min(1)
    .optional(),
  package_name: z.string().max(255).optional().meta({ description: 'Android only, as in the manifest.' }),
  bundle_id: z.string().max(155).optional().meta({ description: 'iOS only, as in Xcode.' }),
  created_at: time('When the entry was made.'),
});

export const redirectUri = z.strictObject({
  id: id('Names the entry.'),
  redirect_uri: uri().meta({ description: 'Where codes are sent; compared character by character.' }),
  created_at: time('When it was registered.'),
});

export const consentItem = z.strictObject({
  item: z.enum(CONSENT_ITEMS).meta({ description: 'An item of the catalogue. Never changes.' }),
  consent: z.enum(['required', 'optional']).meta({ description: 'Whether a user may leave it out.' }),
  purpose: z.string().max(MAX_PURPOSE_LENGTH).optional().meta({ description: 'Shown to the user.' }),
  verified: z
    .boolean()
    .optional()
    .meta({ description: 'Of the item email; true is refused, because the server sends no mail. Never shown.' }),
});

export const application = z.strictObject({
  id: id('Names the application.'),
  name: z.string().min(1).max(MAX_NAME_LENGTH).meta({ description: 'Shown on the consent page.' }),
  implementation_method: z
    .enum(IMPLEMENTATION_METHODS)
    .meta({ description: 'Selects the sample code in the console.', default: 'REST API' }),
  login_activation: z
    .enum(['ON', 'OFF'])
    .meta({ description: 'While it is OFF nobody signs in to the application.', default: 'OFF' }),
  platforms: set(platform, PLATFORMS.length, 'Each entry has an API key of its own.'),
  redirect_uris: set(uri(), MAX_REDIRECT_URIS, 'Where codes may be sent; compared character by character.'),
  consent_items: set(consentItem, CONSENT_ITEMS.length, 'What the application asks its users for.'),
  require_pkce: z.boolean().meta({ description: 'Refuses requests without a code challenge.', default: false }),
  client_secret_required: z.boolean().meta({
    description: 'The Web key must prove itself with a client secret. The first secret turns it on; false at first.',
  }),
  homepage_uri: link('Shown on the consent page; never fetched by the server. https only.').optional(),
  privacy_policy_uri: link('Shown on the consent page; never fetched by the server. https only.').optional(),
  terms_uri: link('Shown on the consent page; never fetched by the server. https only.').optional(),
  id_token_claims: z
    .boolean()
    .meta({ description: 'ID tokens hold the claims of agreed items that `scope` named.', default: true }),
  id_token_signed_response_alg: z
    .enum(SIGNING_ALGORITHMS)
    .meta({ description: 'Signs ID tokens and logout tokens.', default: 'RS256' }),
  userinfo_signed_response_alg: z
    .enum(SIGNING_ALGORITHMS)
    .optional()
    .meta({ description: 'Makes a signed JWT the default answer of user-info.' }),
  post_logout_redirect_uris: set(uri(), MAX_REDIRECT_URIS, 'Where a sign-out may lead back to.'),
  backchannel_logout_uri: uri().optional().meta({ description: 'Is told when a user signs out.' }),
  logo_uri: link('Where its logo is; absent without one. Changes with the image.').optional(),
  created_at: time('When it was registered.'),
  updated_at: time('When it was last changed.'),
});

const lastUse = timeOrNever('When it was last used, to five minutes; null: never.');

export const clientSecret = z.strictObject({
  id: id('Names the secret.'),
  created_at: time('When it was made.'),
  last_used_at: lastUse,
  expires_at: timeOrNever('When it ends; null: never.'),
});

export const newClientSecret = z.strictObject({
  id: id('Names the secret.'),
  client_secret: z
    .string()
    .regex(/^lk_cs_[A-Za-z0-9_-]+$/)
    .meta({ description: 'The secret. Only a hash is kept: it is shown this once.' }),
  created_at: time('When it was made.'),
  expires_at: timeOrNever('When it ends; null: never.'),
});

export const connection = z.strictObject({
  sub: z
    .string()
    .regex(/^[a-z0-9]{32}$/)
    .meta({ description: 'The user, as this application knows them.' }),
  items: z.array(z.enum(CONSENT_ITEMS)).meta({ description: 'What is agreed and registered right now.' }),
  created_at: time('When the user first agreed.'),
  last_used_at: lastUse,
});

export const member = z.strictObject({
  id: id('The account, or the invitation; names the entry.'),
  email: z.string().max(254).meta({ description: 'Of the account; while invited: as the inviter typed it.' }),
  email_verified: z
    .boolean()
    .optional()
    .meta({ description: 'Whether somebody verified that the address is theirs; not while invited.' }),
  nickname: z.string().optional().meta({ description: 'What the person calls themselves; not shown while invited.' }),
  role: z.enum(MEMBER_ROLES).meta({ description: 'viewer looks, editor changes, owner also deletes and hands over.' }),
  status: z.enum(['accepted', 'invited']).meta({ description: 'invited: the person has not accepted yet.' }),
  created_at: time('When they accepted, or were invited; the owner: when the application was made.'),
  expires_at: time('Of an invitation: when it ends.').optional(),
});

export const newInvitation = z.strictObject({
  id: id('Names the invitation among the members.'),
  email: z
    .string()
    .max(254)
    .meta({ description: 'Whom to invite. The answer is the same whether they have an account.' }),
  role: z.enum(INVITED_ROLES).meta({ description: 'viewer looks, editor changes.' }),
  status: z.literal('invited'),
  created_at: time('When they were invited.'),
  expires_at: time('When the invitation ends.'),
  invitation_uri: z.string().meta({
    format: 'uri',
    description: 'The link to hand to the person. It works once. Only a hash is kept: it is shown this once.',
  }),
});

export const catalogueEntry = z.strictObject({
  item: z.enum(CONSENT_ITEMS),
  claims: z.array(z.string()).meta({ description: 'Claims of OpenID Connect that the item opens.' }),
  scopes: z.array(z.string()).meta({ description: 'Values of `scope` that name the item.' }),
});

const claim = () => z.string().optional();

/** Claims as in OpenID Connect Core 5.1: those that the application may see and the person has. */
export const userInfo = z.strictObject({
  sub: z
    .string()
    .regex(/^[a-z0-9]{32}$/)
    .meta({ description: 'The user, as this application knows them.' }),
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
  type: z.string().meta({ format: 'uri', description: 'Where cause and cure are told; stable.' }),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().meta({ description: 'Says what to do.' }),
  errors: z
    .array(
      z.looseObject({
        pointer: z.string().meta({ format: 'json-pointer', description: 'Where in what was sent (RFC 6901).' }),
        code: z.string().meta({ description: 'Stable; explained where `type` leads.' }),
        detail: z.string().meta({ description: 'Says what to do.' }),
      }),
    )
    .optional()
    .meta({ description: 'Everything wrong with what was sent, at once.' }),
});
