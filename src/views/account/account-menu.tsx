// The menu of the account's pages: six links that wrap on a narrow screen, the current one marked; and the way back to
// one of them.
import type { Messages } from '../messages/messages-for.ts';
import { ACCOUNT_PAGES, type AccountPageName, accountPath } from '../page/account-pages.ts';
import { ownPath } from '../page/safe-text.ts';

export const AccountMenu = ({ here, messages }: { here: AccountPageName; messages: Messages }) => (
  <nav class="account-menu" aria-label={messages.account.menu}>
    <ul>
      {ACCOUNT_PAGES.map((page) => (
        <li key={page}>
          <a href={ownPath(accountPath(page))} aria-current={page === here ? 'page' : undefined}>
            {messages.account.pages[page]}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** From a page that is not in the menu, to the one that leads there. */
export const BackLink = ({ page, messages }: { page: AccountPageName; messages: Messages }) => (
  <p class="back">
    <a href={ownPath(accountPath(page))}>
      <span aria-hidden="true">← </span>
      {messages.account.pages[page]}
    </a>
  </p>
);
