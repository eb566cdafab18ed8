// Changes of the address from before migration 0030, in tables with what the migration looks at, and what it leaves of
// them (contract 21). Times are days; a link is over seven days after its change.

/** Id of the row, account, key of the former address, day of the change. */
const FORMERS: readonly (readonly [string, string, string, number])[] = [
  ['moved-once', 'a', 'a@former.example', 1],
  // Twice in a week: the address in between has no link.
  ['moved-twice', 'b', 'b@first.example', 1],
  ['in-between', 'b', 'b@second.example', 3],
  ['third', 'b', 'b@third.example', 7],
  // After the first link was over.
  ['moved-early', 'c', 'c@first.example', 1],
  ['moved-late', 'c', 'c@second.example', 9],
  // Back by hand: neither address has one.
  ['away', 'd', 'd@own.example', 1],
  ['and-back', 'd', 'd@thief.example', 5],
];

export const BEFORE_0030 = `
  create table mails (id text);
  create table accounts (id text, email_key text);
  create table machine_tokens (id text);
  create table one_time_codes (account_id text);
  create table passkeys (id text, backup_eligible boolean);
  create table sessions (id text);
  create table audit_entries (id integer);
  create table audit_seals (number integer, mac text);
  create table former_emails (id text, account_id text, email_key text, changed_at integer, expires_at integer);
  insert into accounts values ('a', 'a@new.example'), ('b', 'b@new.example'), ('c', 'c@new.example'),
    ('d', 'd@own.example');
  insert into former_emails values
    ${FORMERS.map(([id, account, key, day]) => `('${id}', '${account}', '${key}', ${day}, ${day + 7})`).join(', ')};`;

export const LEFT_BY_0030 = ['moved-early', 'moved-late', 'moved-once', 'moved-twice'];
