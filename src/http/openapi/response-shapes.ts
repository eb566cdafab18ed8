// Shapes of what the API only answers with. What requests can send as well is described beside the routes
// (../api/json).

import { CATALOGUE, CONSENT_ITEMS } from '../../core/consent/catalogue.ts';
import { DAYS_KEPT } from '../../core/statistics/daily-count.ts';
import { clientSecretShape } from '../api/json/client-secret-json.ts';
import { invitationShape } from '../api/json/member-json.ts';
import {
  flag,
  id,
  type JsonSchema,
  listOf,
  objectOf,
  oneOf,
  optional,
  readOnly,
  type Shape,
  text,
  time,
} from '../api/json/shape.ts';

const sub = text({
  pattern: '^[ -~]{1,255}$',
  description:
    'Identifies the user within this application: 32 characters of `a-z0-9`, or what an import brought along.',
});

const integer = (minimum: number, maximum = Number.MAX_SAFE_INTEGER): JsonSchema => ({
  type: 'integer',
  minimum,
  maximum,
});

export const newClientSecretShape = objectOf({
  id: clientSecretShape.members.id,
  client_secret: text({
    pattern: '^lk_cs_[A-Za-z0-9_-]+$',
    description: 'The secret. It is returned only once, because only a hash is stored.',
  }),
  created_at: clientSecretShape.members.created_at,
  expires_at: clientSecretShape.members.expires_at,
});

export const newInvitationShape = objectOf({
  id: id('ID of the invitation, as in the list of members.'),
  ...invitationShape.members,
  status: text({ const: 'invited' }),
  created_at: time('When they were invited.'),
  expires_at: time('When the invitation ends.'),
  invitation_uri: optional(
    text({ format: 'uri' }),
    'The link to send to the person. It works once. It is returned only once, because only a hash is stored. Absent where the server sends mail: the person then gets it by mail, and nobody else does.',
  ),
});

export const connectionShape = objectOf({
  sub,
  items: listOf(oneOf(CONSENT_ITEMS), {}, { description: 'The items that are currently agreed and registered.' }),
  created_at: time('When the user first agreed.'),
  last_used_at: clientSecretShape.members.last_used_at,
});

export const catalogueEntryShape = objectOf({
  item: oneOf(CONSENT_ITEMS),
  claims: listOf(text(), {}, { description: 'The OpenID Connect claims of the item.' }),
  scopes: listOf(text(), {}, { description: 'The `scope` values that request the item.' }),
});

const claim = optional(text());

/** Claims that are not text (OpenID Connect Core 5.1). */
const OTHER_CLAIMS: Readonly<Record<string, Shape<unknown>>> = {
  email_verified: optional(flag()),
  phone_number_verified: optional(flag()),
  address: optional(
    objectOf({ street_address: claim, locality: claim, region: claim, postal_code: claim, country: claim }),
  ),
};

/** The claims that the application may see and the person has. */
export const userInfoShape = objectOf<Readonly<Record<string, unknown>>>({
  sub,
  ...Object.fromEntries(CATALOGUE.flatMap(({ claims }) => claims.map((name) => [name, OTHER_CLAIMS[name] ?? claim]))),
  updated_at: optional(readOnly(integer(0)), 'Seconds since 1970.'),
});

/** RFC 9457 3.2: clients ignore members that they do not know. */
const EXTENSIBLE = { additionalProperties: {} };

export const problemShape = objectOf(
  {
    type: text({ format: 'uri', description: 'URL of the documentation of this error. Stable.' }),
    title: text(),
    status: readOnly(integer(400, 599)),
    detail: text({ description: 'Explains the error.' }),
    errors: optional(
      listOf(
        objectOf(
          {
            pointer: text({ format: 'json-pointer', description: 'JSON pointer to the faulty input (RFC 6901).' }),
            code: text({ description: 'Stable error code, explained in the list of errors.' }),
            detail: text({ description: 'Explains the error.' }),
          },
          EXTENSIBLE,
        ),
      ),
      'All input errors; with 409, what of the input is taken.',
    ),
    applications: optional(
      listOf(
        objectOf(
          {
            id: text(),
            name: text(),
            connections: readOnly({ ...integer(0), description: 'People connected to it.' }),
          },
          EXTENSIBLE,
        ),
      ),
      'With `owns-applications`: what the account owns. With `new-owner-refused`: those in which the new owner is no member.',
    ),
  },
  EXTENSIBLE,
);

const day = (description: string) => text({ format: 'date', description });
const count = (description: string) => readOnly({ ...integer(0), description });
const countsBy = (name: Shape<string>, description: string) =>
  readOnly({ type: 'object', propertyNames: name.json, additionalProperties: integer(1), description });

export const statisticsShape = objectOf({
  from: day('The first day, in UTC.'),
  to: day('The last day, in UTC.'),
  days: listOf(
    objectOf({
      day: day('In UTC.'),
      started: count('New valid authorization requests.'),
      completed: count('Codes sent to the application.'),
      cancelled: count('Sign-ins that the user cancelled.'),
      refused: countsBy(text(), 'Errors returned, by code (see /errors).'),
      agreed: countsBy(oneOf(CONSENT_ITEMS), 'Optional items that were agreed to on the consent page.'),
      declined: countsBy(oneOf(CONSENT_ITEMS), 'Optional items that were declined on the consent page.'),
    }),
    { minItems: 1, maxItems: DAYS_KEPT },
    { description: 'Every day from the first to the last.' },
  ),
});
