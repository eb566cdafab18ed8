// Which edits of an application are dangerous (contract 25): those that lead people or their data elsewhere, lower its
// security, or stop it. In a session, they need confirmation.
import type { Application } from './application.ts';

/** Every URI, site domain and key: where people and messages are led, who may ask, and how they prove it. */
const addressesOf = ({
  platforms,
  redirectUris,
  postLogoutRedirectUris,
  backchannelLogoutUri,
  jwks,
  jwksUri,
}: Application) => [
  platforms.map((entry) => [entry.platform, entry.apiKey, entry.siteDomains, entry.packageName, entry.bundleId]),
  redirectUris.map(({ redirectUri }) => redirectUri),
  postLogoutRedirectUris,
  backchannelLogoutUri,
  jwks,
  jwksUri,
];

/** The application gets an address only if it is verified, which it may rely on to recognize people. */
const requiresVerified = ({ consentItems }: Application): boolean =>
  consentItems.some(({ verified }) => verified === true);

/** Texts, links that are only shown, other consent items, and stricter settings are harmless. */
export function isDangerousChange(before: Application, after: Application): boolean {
  return (
    JSON.stringify(addressesOf(before)) !== JSON.stringify(addressesOf(after)) ||
    (before.requirePkce && !after.requirePkce) ||
    (before.clientSecretRequired && !after.clientSecretRequired) ||
    String(before.grantTypes) !== String(after.grantTypes) ||
    (before.dpopBoundAccessTokens && !after.dpopBoundAccessTokens) ||
    (before.requirePushedRequests && !after.requirePushedRequests) ||
    (before.tokenEndpointAuthMethod !== undefined && after.tokenEndpointAuthMethod === undefined) ||
    (before.securityProfile !== undefined && after.securityProfile === undefined) ||
    (requiresVerified(before) && !requiresVerified(after)) ||
    (before.userInfoAlg !== undefined && after.userInfoAlg === undefined) ||
    (before.loginActivation && !after.loginActivation) ||
    before.audience !== after.audience ||
    JSON.stringify(before.allowedGroups) !== JSON.stringify(after.allowedGroups) ||
    before.groups.some((name) => !after.groups.includes(name)) ||
    before.apiScopes.some(({ item }) => !after.apiScopes.some((scope) => scope.item === item))
  );
}
