// Whether an account can edit any application, as its owner or an editor: for MemberStore and for proofs of sessions.
import { statement } from '../statement.ts';

export const EDITS_ANY = statement(
  `
  select exists (select 1 from applications where owner_id = $accountId)
    or exists (select 1 from application_members where account_id = $accountId and role = 'editor') as edits`,
  { edits: 'boolean' },
);
