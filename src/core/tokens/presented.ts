// What was presented at the token endpoint, with the grant behind it. The look at the database may begin while the
// application still proves itself: both reads then share one turn of the event loop. Nothing is told of it, or done,
// before that proof.
import type { Ports } from '../ports.ts';
import { hashSecret } from '../secrets.ts';
import type { GrantInContext } from './grant.ts';
import { type NamedRefreshToken, readRefreshToken } from './token-format.ts';

export type PresentedCode = { found: Promise<GrantInContext | undefined> };

export type PresentedRefreshToken = {
  /** Undefined: it cannot be one of ours. Nothing of it is proven before `found` is there. */
  names: NamedRefreshToken | undefined;
  found: Promise<GrantInContext | undefined>;
};

export function presentCode({ codes }: Pick<Ports, 'codes'>, code: string): PresentedCode {
  return { found: unhurried(codes.findByHash(hashSecret(code))) };
}

export function presentRefreshToken({ tokens }: Pick<Ports, 'tokens'>, token: string): PresentedRefreshToken {
  const names = readRefreshToken(token);
  return { names, found: names ? unhurried(tokens.findGrant(names.grantId)) : Promise.resolve(undefined) };
}

/** Whoever waits for it is told of trouble; where the application fails first, nobody waits. */
function unhurried<T>(reading: Promise<T>): Promise<T> {
  reading.catch(() => {});
  return reading;
}
