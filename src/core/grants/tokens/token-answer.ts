// The answer of the token endpoint, and the row of its access token (contract 5).
import type { Clock } from '../../ground/clock.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';
import { newId, type ServerSecrets } from '../../ground/secrets.ts';
import type { Rules } from '../../server/policy/rules.ts';
import type { AccessToken } from './grant.ts';
import { type Family, makeTokenPair, type TokenPair } from './token-format.ts';

export type TokenAnswer = {
  accessToken: string;
  /** Seconds left. */
  expiresIn: number;
  refreshToken: string;
  /** Seconds left of the token or its family, whichever is less. */
  refreshTokenExpiresIn: number;
  /** Undefined when there is no value; the answer then has no `scope`. */
  scope: readonly string[] | undefined;
  /** Undefined unless `openid` was granted. */
  idToken: string | undefined;
  /** `DPoP`: the access token is bound to a key (RFC 9449 5). */
  type: 'Bearer' | 'DPoP';
};

/** An answer that may have an access token alone. */
export type AccessAnswer = Pick<TokenAnswer, 'accessToken' | 'expiresIn' | 'scope' | 'type'> & Partial<TokenAnswer>;

/**
 * The answers of a refresh, for one audience. `undefined`: another call was faster, or what was to be repeated or
 * renewed has ended.
 */
export type Refreshing = Readonly<
  Record<'rotate' | 'renew' | 'repeat', (now: number) => Promise<TokenAnswer | undefined>>
>;

/** Makes the next generation of a family, ready to be stored. */
export function mintGeneration(
  deps: {
    clock: Clock;
    secrets: ServerSecrets;
    rules: Pick<Rules, 'accessTokenTtlSeconds' | 'refreshTokenTtlSeconds'>;
  },
  input: {
    family: Family;
    generation: number;
    items: readonly ConsentItemName[];
    /** Scope values of a narrowed answer; undefined when it is not narrowed. */
    narrowedTo: readonly string[] | undefined;
    familyExpiresAt: number;
    /** Of the key that the access token is bound to. */
    dpopJkt: string | undefined;
    now: number;
  },
): { pair: TokenPair; accessToken: AccessToken; refreshExpiresAt: number } {
  const { family, generation, now } = input;
  const id = newId(deps.clock);
  const pair = makeTokenPair(deps.secrets, { family, generation, accessTokenId: id });
  return {
    pair,
    accessToken: {
      id,
      tokenHash: pair.accessTokenHash,
      grantId: family.id,
      items: input.items,
      scope: input.narrowedTo,
      createdAt: now,
      expiresAt: now + deps.rules.accessTokenTtlSeconds * 1000,
      dpopJkt: input.dpopJkt,
    },
    refreshExpiresAt: Math.min(now + deps.rules.refreshTokenTtlSeconds * 1000, input.familyExpiresAt),
  };
}

export function tokenAnswer(input: {
  pair: TokenPair;
  accessToken: Pick<AccessToken, 'dpopJkt'>;
  accessTokenExpiresAt: number;
  refreshExpiresAt: number;
  scope: readonly string[] | undefined;
  idToken: string | undefined;
  now: number;
}): TokenAnswer {
  const secondsTo = (at: number) => Math.max(0, Math.floor((at - input.now) / 1000));
  return {
    accessToken: input.pair.accessToken,
    expiresIn: secondsTo(input.accessTokenExpiresAt),
    refreshToken: input.pair.refreshToken,
    refreshTokenExpiresIn: secondsTo(input.refreshExpiresAt),
    scope: input.scope,
    idToken: input.idToken,
    type: input.accessToken.dpopJkt === undefined ? 'Bearer' : 'DPoP',
  };
}
