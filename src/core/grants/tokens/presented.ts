// A code or token presented by an application, with the grant that it belongs to. The grant may be read
// while the application is still being authenticated, so that both reads share one turn of the event loop. Until then
// nothing is done with it, and no answer depends on it.

import { hashSecret } from '../../ground/secrets.ts';
import type { DeviceCode } from '../device-codes/device-code.ts';
import type { Ports } from '../ports.ts';
import type { GrantInContext } from './grant.ts';
import { type NamedAccessToken, type NamedRefreshToken, readAccessToken, readRefreshToken } from './token-format.ts';
import type { AccessTokenInContext, TokenStore } from './token-store.ts';

export type PresentedCode = { found: Promise<GrantInContext | undefined> };

export type PresentedRefreshToken = {
  /** Undefined when this server cannot have made it. Nothing in it is verified until `found` is read. */
  names: NamedRefreshToken | undefined;
  found: Promise<GrantInContext | undefined>;
};

export function presentCode({ codes }: Pick<Ports, 'codes'>, code: string): PresentedCode {
  return { found: unhurried(codes.findByHash(hashSecret(code))) };
}

export type PresentedDeviceCode = { found: Promise<DeviceCode | undefined> };

export const presentDeviceCode = ({ deviceCodes }: Pick<Ports, 'deviceCodes'>, code: string): PresentedDeviceCode => ({
  found: unhurried(deviceCodes.findByHash(hashSecret(code))),
});

export function presentRefreshToken({ tokens }: Pick<Ports, 'tokens'>, token: string): PresentedRefreshToken {
  const names = readRefreshToken(token);
  return { names, found: names ? unhurried(tokens.findGrant(names.grantId)) : Promise.resolve(undefined) };
}

export type PresentedAccessToken = {
  /** Undefined when this server cannot have made it. */
  names: NamedAccessToken | undefined;
  found: Promise<AccessTokenInContext | undefined>;
};

export function presentAccessToken(
  { tokens }: { tokens: Pick<TokenStore, 'findAccessToken'> },
  token: string,
): PresentedAccessToken {
  const names = readAccessToken(token);
  return { names, found: names ? unhurried(tokens.findAccessToken(names.id)) : Promise.resolve(undefined) };
}

/** A token of either kind: at most one of them has names. */
export type PresentedToken = { access: PresentedAccessToken; refresh: PresentedRefreshToken };

export const presentToken = (deps: Pick<Ports, 'tokens'>, token: string): PresentedToken => ({
  access: presentAccessToken(deps, token),
  refresh: presentRefreshToken(deps, token),
});

/** Keeps a rejection from being unhandled if authentication fails first and nobody awaits the read. */
function unhurried<T>(reading: Promise<T>): Promise<T> {
  reading.catch(() => {});
  return reading;
}
