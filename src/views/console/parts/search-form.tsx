// A search: one field with a button, whose label is for screen readers.
import type { Messages } from '../../messages/messages-for.ts';
import { SEARCH } from './staff-pages.ts';

type SearchFormProps = {
  action: string;
  label: string;
  button: string;
  text: string | undefined;
  maxLength: number;
  /** Its result is shown. */
  autofocus?: boolean;
};

export const SearchForm = ({ action, label, button, text, maxLength, autofocus }: SearchFormProps) => (
  <div class="search">
    <form method="get" action={action}>
      <label class="unseen" for="q">
        {label}
      </label>
      <input
        id="q"
        name="q"
        type="search"
        value={text ?? ''}
        placeholder={label}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={maxLength}
        dir="auto"
        autofocus={autofocus || undefined}
      />
      <button type="submit" class="small">
        {button}
      </button>
    </form>
  </div>
);

/** The search of operators over everything, on their first page and above what it found. */
export const SearchEverything = ({ text, messages }: { text: string; messages: Messages }) => {
  const { label, button } = messages.serverState.search;
  return <SearchForm action={SEARCH} label={label} button={button} text={text} maxLength={255} />;
};
