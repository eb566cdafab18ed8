// Props of every section of the account's pages.

import type { Messages } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import type { AccountFrame } from './account-props.ts';

export type AccountSectionProps<Page = unknown> = {
  context: PageContext;
  props: AccountFrame & Page;
  messages: Messages;
};
