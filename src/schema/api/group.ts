// Groups and their members (contract 31).
import * as z from 'zod/mini';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_NAMING_APPLICATIONS,
} from '../../core/people/groups/check-group.ts';
import { GROUP_NAME } from '../../core/people/groups/group.ts';
import { atFirstUse } from '../at-first-use.ts';
import { id, text, time } from './kinds.ts';

const texts = () => ({
  label: z.optional(text('What people read instead of the name.', z.minLength(1), z.maxLength(MAX_LABEL_LENGTH))),
  description: z.optional(text('What the group is for.', z.minLength(1), z.maxLength(MAX_DESCRIPTION_LENGTH))),
});

const ID = /^[a-z0-9]+$/;

export const groupSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the group.'),
    name: text(
      'The name that applications receive. Unchangeable while an application names the group.',
      z.regex(GROUP_NAME),
    ),
    ...texts(),
    translations: z.optional(
      z
        .strictObject({ en: z.optional(z.strictObject(texts())), ko: z.optional(z.strictObject(texts())) })
        .check(z.describe('label and description in other languages: those of the pages.')),
    ),
    applications: z
      .union(
        [
          z.literal('any'),
          // Which ids there are is core's rule, and how many.
          z
            .array(z.string().check(z.meta({ pattern: ID.source })))
            .check(z.meta({ uniqueItems: true, maxItems: MAX_NAMING_APPLICATIONS })),
        ],
        { error: ({ input }) => (input === undefined ? '' : 'This must be `any` or a list of ids of applications.') },
      )
      .check(z.describe('Which applications may name the group: `any`, or their ids. Default: none.')),
    created_at: time('When it was created.'),
    updated_at: time('When it was last updated.'),
  }),
);

export const groupMemberSchema = atFirstUse(() =>
  z.strictObject({
    account: text('ID of the account.', z.regex(ID)),
    added_at: time('When the person was added to the group.'),
  }),
);
