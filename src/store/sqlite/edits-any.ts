// Whether an account can edit any application, as its owner or an editor: for MemberStore and for proofs of sessions.

export const EDITS_ANY = `
  select exists (select 1 from applications where owner_id = $accountId)
    or exists (select 1 from application_members where account_id = $accountId and role = 'editor') as edits`;
