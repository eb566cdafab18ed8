// The rules of an application's keys (contract 40): public ones alone, in one of two places, and of the Web entry.

import type { Fault } from '../../ground/fault.ts';
import { type ClientKey, MAX_CLIENT_KEYS, readClientKey } from '../../server/keys/client-key.ts';
import type { Application } from './application.ts';
import type { ApplicationDraft } from './application-draft.ts';
import { applicationFault } from './application-faults.ts';
import type { CheckedPlatform } from './check-platforms.ts';
import { isHttpsUri } from './check-texts.ts';

type ClientKeys = Pick<Application, 'jwks' | 'jwksUri'>;

type Context = {
  /** As sent; the first keys set it. */
  method: Application['tokenEndpointAuthMethod'];
  platforms: readonly CheckedPlatform[];
  stored: ClientKeys | undefined;
};

/** Keys leave with the Web entry, as client secrets do; the method stays, so that what was closed is never open. */
export function checkClientKeys(
  draft: ApplicationDraft,
  { method, platforms, stored }: Context,
  faults: Fault[],
): ClientKeys & Pick<Application, 'tokenEndpointAuthMethod'> {
  const keys: ClientKeys = { jwks: checkKeySet(draft.jwks, faults), jwksUri: checkAddress(draft.jwksUri, faults) };
  if (keys.jwks && keys.jwksUri !== undefined) faults.push(applicationFault(['jwks_uri'], 'jwks-twice'));
  const isNew = !isSame(keys, stored);
  if (!platforms.some(({ platform }) => platform === 'Web')) {
    if (isNew) {
      if (keys.jwks) faults.push(applicationFault(['jwks'], 'jwks-not-web'));
      if (keys.jwksUri !== undefined) faults.push(applicationFault(['jwks_uri'], 'jwks-not-web'));
    }
    return { ...NO_KEYS, tokenEndpointAuthMethod: method };
  }
  const areFirst = isNew && isSame(stored ?? NO_KEYS, NO_KEYS);
  return { ...keys, tokenEndpointAuthMethod: method ?? (areFirst ? 'private_key_jwt' : undefined) };
}

const NO_KEYS: ClientKeys = { jwks: undefined, jwksUri: undefined };

const isSame = (keys: ClientKeys, others: ClientKeys = NO_KEYS): boolean =>
  JSON.stringify([keys.jwks, keys.jwksUri]) === JSON.stringify([others.jwks, others.jwksUri]);

function checkKeySet(sent: object | undefined, faults: Fault[]): Application['jwks'] {
  if (sent === undefined) return undefined;
  const { keys } = sent as { keys?: unknown };
  if (!Array.isArray(keys)) {
    faults.push(applicationFault(['jwks'], 'jwks-malformed'));
    return undefined;
  }
  if (keys.length > MAX_CLIENT_KEYS) faults.push(applicationFault(['jwks', 'keys'], 'jwks-too-many'));
  return {
    keys: keys.flatMap((jwk, index): ClientKey[] => {
      const reading = readClientKey(jwk);
      if (reading.kind === 'key') return [reading.key];
      const code = reading.fault === 'private' ? 'jwk-private' : 'jwk-unusable';
      faults.push(applicationFault(['jwks', 'keys', index], code));
      return [];
    }),
  };
}

function checkAddress(uri: string | undefined, faults: Fault[]): string | undefined {
  if (uri !== undefined && !isHttpsUri(uri)) faults.push(applicationFault(['jwks_uri'], 'jwks-uri-malformed'));
  return uri;
}
