// Which requests ask for two factors (contract 24; OpenID Connect Core 5.5.1.1).
import { expect, it } from 'vitest';
import { asksSecondFactor } from '../../../../src/core/grants/authorize/asks-second-factor.ts';
import { NO_CLAIMS } from '../../../../src/protocol/claims-request.ts';

it.each<[acrValues: readonly string[], claim: readonly string[] | undefined, asks: boolean]>([
  [[], undefined, false],
  [['1'], undefined, false],
  [['2'], undefined, true],
  [['1', '2'], undefined, false],
  [['2', '1'], undefined, true],
  [['urn:other', '2'], undefined, true],
  [['urn:other', '1', '2'], undefined, false],
  [['urn:other'], undefined, false],
  [['1'], ['2'], true],
  [['2'], ['1'], false],
  [['2'], [], false],
])('contract 24: acr_values %j with the claim acr %j: %s', (acrValues, values, asks) => {
  const claims = values ? { ...NO_CLAIMS, acr: { essential: true, values } } : NO_CLAIMS;
  expect(asksSecondFactor({ acrValues, claims })).toBe(asks);
});
