// Lists of usernames. They are kept as accounts have them, and each stands for all that read the same.
import { comparedForm, readUsername } from '../core/usernames/username.ts';
import { listOf, type Reader } from './readers.ts';

/** Whoever chooses a username has it compared with all of them. */
export const MAX_RESERVED_USERNAMES = 1000;

export const USERNAME_LIST_RULE = `a list of usernames, such as ada, each of 3 to 30 of a-z0-9._-; at most ${MAX_RESERVED_USERNAMES}`;

export const usernameList: Reader<string[]> = (raw) => {
  const list = listOf((name) => readUsername(name) !== undefined)(raw);
  if (!list || list.value.length > MAX_RESERVED_USERNAMES) return undefined;
  const names = list.value.flatMap((name) => readUsername(name) ?? []);
  const forms = names.map(comparedForm);
  return { value: names.filter((_, at) => forms.indexOf(forms[at] ?? '') === at) };
};
