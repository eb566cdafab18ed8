// Lists of usernames. They are kept as accounts have them, and each stands for all that read the same.
import * as z from 'zod/mini';
import { comparedForm, readUsername } from '../../core/people/usernames/username.ts';
import { listOf } from '../written.ts';

/** Whoever chooses a username has it compared with all of them. */
const MAX_RESERVED_USERNAMES = 1000;

export const usernameList = z.pipe(
  listOf(
    (name) => readUsername(name) !== undefined,
    `a list of usernames, such as ada, each of 3 to 30 of a-z0-9._-; at most ${MAX_RESERVED_USERNAMES}`,
    MAX_RESERVED_USERNAMES,
  ),
  z.transform((list: string[]) => {
    const names = list.flatMap((name) => readUsername(name) ?? []);
    const forms = names.map(comparedForm);
    return names.filter((_, at) => forms.indexOf(forms[at] ?? '') === at);
  }),
);
