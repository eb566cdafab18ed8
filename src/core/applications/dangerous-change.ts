// Which edits of an application are dangerous (contract 25): those that lead people or their data elsewhere, and those
// that lower its security or stop it. Whoever makes one in a session confirms first who they are.
import type { Application } from './application.ts';

/** Every URI, endpoint and key: where people and messages are led, and who may ask. */
const addressesOf = ({ platforms, redirectUris, postLogoutRedirectUris, backchannelLogoutUri }: Application) => [
  platforms.map((entry) => [entry.platform, entry.apiKey, entry.siteDomains, entry.packageName, entry.bundleId]),
  redirectUris.map(({ redirectUri }) => redirectUri),
  postLogoutRedirectUris,
  backchannelLogoutUri,
];

/** Texts, links that are only shown, consent items, and whatever makes it stricter are harmless. */
export function isDangerousChange(before: Application, after: Application): boolean {
  return (
    JSON.stringify(addressesOf(before)) !== JSON.stringify(addressesOf(after)) ||
    (before.requirePkce && !after.requirePkce) ||
    (before.clientSecretRequired && !after.clientSecretRequired) ||
    (before.userInfoAlg !== undefined && after.userInfoAlg === undefined) ||
    (before.loginActivation && !after.loginActivation)
  );
}
