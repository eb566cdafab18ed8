// Whether a session has shown the factor that its account has (contract 24), or the address instead where that counts.
// An account without a factor has nothing to show.

/** Takes `$sessionId`, `$rpId` and `$orAddressProvenSince`. */
export const FACTOR_SHOWN = `
  select 1 from sessions s where s.id = $sessionId and (
    s.factor_since is not null
    or s.address_proven_at >= cast($orAddressProvenSince as bigint)
    or (not exists (select 1 from one_time_codes c where c.account_id = s.account_id)
      and not exists (
        select 1 from passkeys p where p.account_id = s.account_id and p.rp_id = cast($rpId as text))))`;
