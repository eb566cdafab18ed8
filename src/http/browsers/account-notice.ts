// The notice of what was just done on a page of the account travels in the query of the redirect (303). It comes from a
// closed list, so that the text is always the page's own, and a reload shows the same page.
import type { Parameters } from '../../protocol/parameters.ts';
import type { AccountNotice } from '../../views/account/account-props.ts';
import { type AccountPageName, accountPath } from '../../views/page/account-pages.ts';

/** The page that shows it. */
const NOTICES: Readonly<Record<AccountNotice, AccountPageName>> = {
  'profile-saved': 'profile',
  'picture-saved': 'profile',
  'picture-removed': 'profile',
  'email-changed': 'profile',
  'email-kept': 'profile',
  'email-verified': 'profile',
  'username-taken': 'profile',
  'username-changed': 'profile',
  'password-changed': 'security',
  // These follow a sign-in, which leads to the first page.
  'password-reset': 'profile',
  'account-restored': 'profile',
  'two-step-off': 'security',
  'session-ended': 'devices',
  'sessions-ended': 'devices',
  'item-saved': 'applications',
  disconnected: 'applications',
  'documents-saved': 'data',
};

export const accountHref = (notice: AccountNotice): string => `${accountPath(NOTICES[notice])}?notice=${notice}`;

export const readNotice = (query: Parameters): AccountNotice | undefined =>
  (Object.keys(NOTICES) as AccountNotice[]).find((notice) => notice === query.get('notice'));
