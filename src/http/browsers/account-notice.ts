// The notice of what was just done on the account page travels in the query of the redirect (303). It comes from a
// closed list, so that the text is always the page's own, and a reload shows the same page.
import type { Parameters } from '../../protocol/parameters.ts';
import type { AccountNotice } from '../../views/account/account-props.ts';

const NOTICES: readonly AccountNotice[] = [
  'profile-saved',
  'email-changed',
  'email-kept',
  'email-verified',
  'username-taken',
  'username-changed',
  'password-changed',
  'password-reset',
  'two-step-off',
  'session-ended',
  'sessions-ended',
  'item-saved',
  'disconnected',
];

export const accountHref = (notice: AccountNotice): string => `/account?notice=${notice}`;

export const readNotice = (query: Parameters): AccountNotice | undefined =>
  NOTICES.find((notice) => notice === query.get('notice'));
