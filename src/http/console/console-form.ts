// What all console forms have in common.
import type { Parameters } from '../../protocol/parameters.ts';
import type { SentForm } from '../../views/console/parts/console-page.ts';
import type { Again } from './outcome.ts';

/** Purpose of the CSRF token in every form of the console. */
export const CONSOLE_FORM = 'console';

export const sentForm = (again: Again, form: Parameters): SentForm => ({
  form: form.get('form') ?? '',
  values: form,
  faults: again.faults ?? [],
  changed: again.changed ?? false,
  made: again.made ?? false,
  conflict: again.conflict,
  confirmed: again.confirmed ?? false,
});
