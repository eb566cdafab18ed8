// The domain in a setting that passkeys belong to.

const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Second-level domains that countries give to everybody: the common ones. Browsers know the whole list and refuse. */
const SHARED = /^(?:ac|co|com|ed|edu|go|gob|gov|gouv|ltd|mil|ne|net|nom|or|org|pe|plc|re|sch)\.[a-z]{2}$/;

/** In lower case, as A-labels. */
export const isPasskeyDomain = (domain: string): boolean =>
  domain === 'localhost' || (DOMAIN.test(domain) && !SHARED.test(domain));
