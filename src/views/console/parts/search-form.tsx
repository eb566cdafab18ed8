// The search of operators over everything, on their first page and above what it found.
import type { Messages } from '../../messages/messages-for.ts';
import { SEARCH } from './staff-pages.ts';

export const SearchForm = ({ text, messages }: { text: string; messages: Messages }) => {
  const words = messages.serverState.search;
  return (
    <div class="search">
      <form method="get" action={SEARCH}>
        <label class="unseen" for="q">
          {words.label}
        </label>
        <input
          id="q"
          name="q"
          type="search"
          value={text}
          placeholder={words.label}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={255}
          dir="auto"
        />
        <button type="submit" class="small">
          {words.button}
        </button>
      </form>
    </div>
  );
};
