// The link in place of a form that needs a confirmation first (contract 25).
import type { Messages } from '../messages/messages-for.ts';
import { ownPath } from '../page/safe-text.ts';

export const ConfirmFirst = ({ href, messages }: { href: string; messages: Messages }) => (
  <div class="buttons inline">
    <a class="secondary" href={ownPath(href)}>
      {messages.account.confirm}
    </a>
  </div>
);
