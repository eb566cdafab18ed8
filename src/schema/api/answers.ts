// What the API only answers with.
import * as z from 'zod/mini';
import { DAYS_KEPT } from '../../core/applications/statistics/daily-count.ts';
import { CATALOGUE, CONSENT_ITEMS } from '../../core/ground/consent-items.ts';
import { atFirstUse } from '../at-first-use.ts';
import { clientSecretSchema } from './client-secret.ts';
import { count, id, listOf, text, time, timeOrNever, uri } from './kinds.ts';
import { invitationSchema } from './member.ts';

const sub = () =>
  text(
    'Identifies the user within this application: 32 characters of `a-z0-9`, or what an import brought along.',
    z.regex(/^[ -~]{1,255}$/),
  );

export const newClientSecretSchema = atFirstUse(() => {
  const { id, created_at, expires_at } = clientSecretSchema().shape;
  const client_secret = text(
    'The secret. It is returned only once, because only a hash is stored.',
    z.regex(/^lk_cs_[A-Za-z0-9_-]+$/),
  );
  return z.strictObject({ id, client_secret, created_at, expires_at });
});

export const newInvitationSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the invitation, as in the list of members.'),
    ...invitationSchema().shape,
    status: z.literal('invited'),
    created_at: time('When they were invited.'),
    expires_at: time('When the invitation ends.'),
    invitation_uri: z.optional(
      uri(
        'The link to send to the person. It works once. It is returned only once, because only a hash is stored. Absent where the server sends mail: the person then gets it by mail, and nobody else does.',
      ),
    ),
  }),
);

export const connectionSchema = atFirstUse(() =>
  z.strictObject({
    sub: sub(),
    items: listOf(z.enum(CONSENT_ITEMS), 'The items that are currently agreed and registered.'),
    created_at: time('When the user first agreed.'),
    last_used_at: timeOrNever('When it was last used, accurate to five minutes. null: never.'),
  }),
);

export const catalogueEntrySchema = atFirstUse(() =>
  z.strictObject({
    item: z.enum(CONSENT_ITEMS),
    claims: listOf(z.string(), 'The OpenID Connect claims of the item.'),
    scopes: listOf(z.string(), 'The `scope` values that request the item.'),
  }),
);

/** The claims that the application may see and the person has. */
export const userInfoSchema = atFirstUse(() => {
  const claim = z.optional(z.string());
  /** Claims that are not text (OpenID Connect Core 5.1). */
  const others: Readonly<Record<string, z.ZodMiniType>> = {
    email_verified: z.optional(z.boolean()),
    phone_number_verified: z.optional(z.boolean()),
    address: z.optional(
      z.strictObject({
        street_address: claim,
        locality: claim,
        region: claim,
        postal_code: claim,
        country: claim,
      }),
    ),
  };
  return z.strictObject({
    sub: sub(),
    ...Object.fromEntries(CATALOGUE.flatMap(({ claims }) => claims.map((name) => [name, others[name] ?? claim]))),
    updated_at: z.optional(count('Seconds since 1970.')),
  });
});

/** RFC 9457 3.2: clients ignore members that they do not know. */
export const problemSchema = atFirstUse(() =>
  z.looseObject({
    type: uri('URL of the documentation of this error. Stable.'),
    title: z.string(),
    status: z.int().check(z.minimum(400), z.maximum(599)),
    detail: text('Explains the error.'),
    errors: z.optional(
      z
        .array(
          z.looseObject({
            pointer: z
              .string()
              .check(z.meta({ format: 'json-pointer', description: 'JSON pointer to the faulty input (RFC 6901).' })),
            code: text('Stable error code, explained in the list of errors.'),
            detail: text('Explains the error.'),
          }),
        )
        .check(z.describe('All input errors; with 409, what of the input is taken.')),
    ),
    applications: z.optional(
      z
        .array(
          z.looseObject({
            id: z.string(),
            name: z.string(),
            connections: count('People connected to it.'),
          }),
        )
        .check(
          z.describe(
            'With `owns-applications`: what the account owns. With `new-owner-refused`: those in which the new owner is no member.',
          ),
        ),
    ),
  }),
);

const day = (description: string) => z.string().check(z.meta({ format: 'date', description }));
const countsBy = <Name extends z.ZodMiniType<string>>(name: Name, description: string) =>
  z.partialRecord(name as z.core.$ZodRecordKey & Name, z.int().check(z.minimum(1))).check(z.describe(description));

export const statisticsSchema = atFirstUse(() =>
  z.strictObject({
    from: day('The first day, in UTC.'),
    to: day('The last day, in UTC.'),
    days: z
      .array(
        z.strictObject({
          day: day('In UTC.'),
          started: count('New valid authorization requests.'),
          completed: count('Codes sent to the application.'),
          cancelled: count('Sign-ins that the user cancelled.'),
          refused: countsBy(z.string(), 'Errors returned, by code (see /errors).'),
          agreed: countsBy(z.enum(CONSENT_ITEMS), 'Optional items that were agreed to on the consent page.'),
          declined: countsBy(z.enum(CONSENT_ITEMS), 'Optional items that were declined on the consent page.'),
        }),
      )
      .check(z.minLength(1), z.maxLength(DAYS_KEPT), z.describe('Every day from the first to the last.')),
  }),
);
