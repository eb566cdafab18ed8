// What every section of the account page is given.

import type { AccountProps } from './account-props.ts';
import type { Messages } from './messages/messages-for.ts';
import type { PageContext } from './page.ts';

export type AccountSectionProps = { context: PageContext; props: AccountProps; messages: Messages };
