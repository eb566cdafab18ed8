// Props of every section of the account page.

import type { Messages } from '../messages/messages-for.ts';
import type { PageContext } from '../parts/page.ts';
import type { AccountProps } from './account-props.ts';

export type AccountSectionProps = { context: PageContext; props: AccountProps; messages: Messages };
