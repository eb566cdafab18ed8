// Conditions about factors of an account whose change of address is taken back (contract 21), for the SQL of both
// databases. They take `askedAt` and `askedForBefore`.

/** Since when the account has had the factor: the rule of `factorSince`. */
const SINCE = 'coalesce(known_since, created_at)';

/** The rule of `isAskedFor`. */
export const IS_ASKED_FOR = `created_at < $askedAt and ${SINCE} < $askedForBefore`;

/** Of those from before the asking: it is not asked for, so whoever takes the change back may remove it. */
export const IS_YOUNGER = `${SINCE} >= $askedForBefore`;
