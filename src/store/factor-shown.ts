// Whether the account of a session has a second factor, and whether the session has shown it (contract 24), or the
// address instead where that counts. An account without a factor has nothing to show.

/** Condition: the account of the session `s` has one-time codes, or a passkey of the relying party. Takes `$rpId`. */
export const HAS_FACTOR = `(
    exists (select 1 from one_time_codes c where c.account_id = s.account_id)
    or exists (select 1 from passkeys p where p.account_id = s.account_id and p.rp_id = cast($rpId as text)))`;

/** Takes `$sessionId`, `$rpId` and `$orAddressProvenSince`. */
export const FACTOR_SHOWN = `
  select 1 from sessions s where s.id = $sessionId and (
    s.factor_since is not null
    or s.address_proven_at >= cast($orAddressProvenSince as bigint)
    or not ${HAS_FACTOR})`;
