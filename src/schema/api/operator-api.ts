// The operator's own APIs and their secrets (contract 45).
import * as z from 'zod/mini';
import {
  ACCESS_TOKEN_ALGORITHMS,
  ACCESS_TOKEN_FORMATS,
  API_AUDIENCES,
  MAX_ASKING_APPLICATIONS,
  MAX_MACHINE_APPLICATIONS,
  MAX_SCOPES,
  MAX_TTL_SECONDS,
  MIN_TTL_SECONDS,
  SCOPE_NAME,
} from '../../core/applications/apis/api.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_LABEL_LENGTH, MAX_NAME_LENGTH } from '../../core/applications/apis/check-api.ts';
import { MAX_RESOURCE_LENGTH } from '../../core/applications/apis/resource.ts';
import { MAX_NAMED_GROUPS } from '../../core/people/groups/group.ts';
import { atFirstUse } from '../at-first-use.ts';
import { translationsOf } from './application.ts';
import { describedOneOf, flag, id, listOf, text, time, timeOrNever, uri } from './kinds.ts';

const scope = () =>
  z.strictObject({
    name: text('Unique on the server.', z.regex(SCOPE_NAME)),
    label: z.optional(text('What people read instead of the name.', z.minLength(1), z.maxLength(MAX_LABEL_LENGTH))),
    description: z.optional(
      text('What the scope is for, for people and operators.', z.minLength(1), z.maxLength(MAX_DESCRIPTION_LENGTH)),
    ),
    translations: translationsOf(
      z.strictObject({
        label: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_LABEL_LENGTH))),
        description: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_DESCRIPTION_LENGTH))),
      }),
      'label and description in other languages: those of the pages.',
    ),
    machine: z.optional(
      flag(
        'Whether it is for applications themselves, with `client_credentials`. Nobody is asked for it then. Default: false.',
      ),
    ),
    default: z.optional(
      flag('Whether a request that names no scope of the API asks people for it. Not with `machine`. Default: false.'),
    ),
  });

const access = () =>
  z.strictObject({
    application: z.string().check(z.regex(/^[a-z0-9]+$/), z.describe('ID of the application.')),
    scopes: listOf(z.string(), 'Names of scopes of this API with `machine: true`.').check(z.meta({ minItems: 1 })),
  });

export const apiSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the API.'),
    resource: uri(
      'The audience of its tokens: an absolute https URI without fragment; on loopback, http works too. Scheme and host are compared without case, and a path of one slash is the same as none.',
      z.maxLength(MAX_RESOURCE_LENGTH),
    ),
    name: text('Name of the API.', z.minLength(1), z.maxLength(MAX_NAME_LENGTH)),
    scopes: z.optional(listOf(scope(), 'The scopes of the API.').check(z.meta({ maxItems: MAX_SCOPES, default: [] }))),
    machine_access: z.optional(
      listOf(access(), 'Which applications have which scopes for themselves, in the order of their IDs.').check(
        z.meta({ maxItems: MAX_MACHINE_APPLICATIONS, default: [] }),
      ),
    ),
    applications: z.optional(
      z
        .union(
          [
            z.literal('any'),
            // Which ids there are is core's rule, and how many.
            z
              .array(z.string().check(z.meta({ pattern: '^[a-z0-9]+$' })))
              .check(z.meta({ uniqueItems: true, maxItems: MAX_ASKING_APPLICATIONS })),
          ],
          { error: ({ input }) => (input === undefined ? '' : 'This must be `any` or a list of ids of applications.') },
        )
        .check(
          z.describe(
            'Which applications can ask people for its scopes that are not for applications themselves: `any`, or their ids. Default: none.',
          ),
        ),
    ),
    documents: z.optional(
      flag('Whether clients that nobody registered can ask for these scopes as well. Default: false.'),
    ),
    audience: z.optional(
      describedOneOf(API_AUDIENCES, 'Who can get tokens for it: everyone, or members of `allowed_groups`.').check(
        z.meta({ default: 'everyone' }),
      ),
    ),
    allowed_groups: z.optional(
      listOf(
        z.string().check(z.minLength(1)),
        'Names of groups, with the audience `groups`. In alphabetical order.',
      ).check(z.meta({ maxItems: MAX_NAMED_GROUPS, default: [] })),
    ),
    groups: z.optional(
      listOf(
        z.string().check(z.minLength(1)),
        'Names of the groups that tokens tell of a person, where the application receives them too. In alphabetical order.',
      ).check(z.meta({ maxItems: MAX_NAMED_GROUPS, default: [] })),
    ),
    access_token_format: z.optional(
      describedOneOf(
        ACCESS_TOKEN_FORMATS,
        '`jwt`: the API checks tokens itself (RFC 9068). `opaque`: it asks the server by introspection.',
      ).check(z.meta({ default: 'jwt' })),
    ),
    access_token_signing_alg: z.optional(
      describedOneOf(ACCESS_TOKEN_ALGORITHMS, 'Signature algorithm of JWTs.').check(z.meta({ default: 'ES256' })),
    ),
    access_token_ttl_seconds: z.optional(
      z
        .int()
        .check(
          z.minimum(MIN_TTL_SECONDS),
          z.maximum(MAX_TTL_SECONDS),
          z.describe('Lifetime of access tokens. Default: 300 for `jwt`, 3,600 for `opaque`.'),
        ),
    ),
    created_at: time('When it was created.'),
    updated_at: time('When it was last updated.'),
  }),
);

export const apiSecretSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the secret.'),
    created_at: time('When it was created.'),
    last_used_at: timeOrNever('When it was last used, to within five minutes; null: never.'),
  }),
);

export const newApiSecretSchema = atFirstUse(() => {
  const { id: secretId, created_at } = apiSecretSchema().shape;
  const secret = text(
    'The secret. It is returned only once, because only a hash is stored.',
    z.regex(/^lk_as_[A-Za-z0-9_-]+$/),
  );
  return z.strictObject({ id: secretId, secret, created_at });
});
