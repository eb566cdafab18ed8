// SQL that the stores of codes and tokens share: reading a grant with its user and connection, and writing an access
// token.

import { GROUPS_ON_SQLITE } from '../group-columns.ts';
import type { Kinds } from '../statement.ts';
import { columnsOf } from './statement.ts';

const LAST_ANSWER = ['last_access_token_id', 'last_access_token_expires_at', 'last_answer_scope'];

/** Selects a `GrantInContext` for each grant `g` that matches `where`. */
export const selectGrantInContext = (where: string): string => `
  select ${columnsOf('grants', 'g', 'grant', LAST_ANSWER)},
    g.last_access_token_id as "grant.last_answer.access_token_id",
    g.last_access_token_expires_at as "grant.last_answer.access_token_expires_at",
    g.last_answer_scope as "grant.last_answer.scope",
    u.disabled_at is null and u.grant_epoch is g.grant_epoch as account_active,
    u.sign_in_epoch is g.sign_in_epoch as sign_in_stands,
    a.id is not null and c.ended_at is null and c.epoch = a.connection_epoch
      and c.generation is g.connection_generation as connection_live,
    e.id is not null as session_ended, ${GROUPS_ON_SQLITE.isAdmitted('g.account_id')} as admitted,
    iif(g.openid is not null and u.id is not null, c.sub, null) as "subject.sub", c.answers as "subject.answers",
    u.email as "subject.email", u.email_verified as "subject.email_verified", u.username as "subject.username",
    u.profile as "subject.profile", u.updated_at as "subject.updated_at",
    ${GROUPS_ON_SQLITE.received('g.account_id', 'g.items')} as "subject.groups"
  from grants g
  left join accounts u on u.id = g.account_id
  left join applications a on a.id = g.application_id
  left join connections c on c.application_id = g.application_id and c.account_id = g.account_id
  left join ended_sessions e on e.id = g.session_id
  where ${where}`;

export const GRANT_KINDS: Kinds = {
  keeps_refresh_token: 'boolean',
  account_active: 'boolean',
  sign_in_stands: 'boolean',
  connection_live: 'boolean',
  session_ended: 'boolean',
  admitted: 'boolean',
  groups: 'json',
};

/** Takes an `AccessToken`. */
export const INSERT_ACCESS_TOKEN = `
  insert into access_tokens (id, token_hash, grant_id, items, scope, created_at, expires_at, dpop_jkt)
  values ($id, $tokenHash, $grantId, $items, $scope, $createdAt, $expiresAt, $dpopJkt)`;

/**
 * Stores in the grant which access token was issued last, with the scope of the answer. Takes `accessToken` and
 * `answerScope`.
 */
export const SET_LAST_ANSWER =
  'last_access_token_id = $accessToken.id, last_access_token_expires_at = $accessToken.expiresAt, last_answer_scope = $answerScope';
