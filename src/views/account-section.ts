// What every section of the account page is given.
import type { Messages } from './messages/messages-for.ts';
import type { AccountProps, PageContext } from './page.ts';

export type AccountSectionProps = { context: PageContext; props: AccountProps; messages: Messages };
