// One API for each token (RFC 6749 4.4, RFC 8707 2.2, contract 45).
import { expect, test } from 'vitest';
import type { ProgramOffer } from '../../../../src/core/applications/apis/api-store.ts';
import { chooseScopes } from '../../../../src/core/applications/apis/choose-scopes.ts';

const offer = (resource: string, ...scopes: string[]): ProgramOffer => ({
  id: resource,
  resource,
  accessTokenFormat: 'jwt',
  accessTokenAlg: 'ES256',
  accessTokenTtlSeconds: 300,
  scopes,
});
const BILLING = offer('https://Billing.example/v1', 'bill.read', 'bill.write');
const STOCK = offer('https://stock.example', 'stock.read');
const ONE = [BILLING];
const BOTH = [BILLING, STOCK];

test.each<[offers: ProgramOffer[], resources: string[], scope: string | undefined, chosen: string]>([
  [ONE, [], undefined, 'https://Billing.example/v1 bill.read bill.write'],
  [ONE, ['https://billing.EXAMPLE/v1'], undefined, 'https://Billing.example/v1 bill.read bill.write'],
  [ONE, [], 'bill.write', 'https://Billing.example/v1 bill.write'],
  [BOTH, [], 'stock.read', 'https://stock.example stock.read'],
  [BOTH, ['https://stock.example/'], undefined, 'https://stock.example stock.read'],
  [BOTH, [], undefined, 'invalid_target resource-missing'],
  [BOTH, [], 'stock.read bill.read', 'invalid_target resource-missing'],
  [BOTH, ['https://stock.example', 'https://billing.example/v1'], undefined, 'invalid_target resource-twice'],
  [BOTH, ['https://stock.example', 'https://stock.example'], undefined, 'invalid_target resource-twice'],
  [BOTH, ['https://stock.example'], 'bill.read', 'invalid_scope scope-of-other-resource'],
  [ONE, ['https://stock.example'], undefined, 'invalid_target resource-unknown'],
  [ONE, ['https://billing.example/V1'], undefined, 'invalid_target resource-unknown'],
  [ONE, ['https://billing.example/v1/'], undefined, 'invalid_target resource-unknown'],
  [ONE, ['https://billing.example/v1#x'], undefined, 'invalid_target resource-unknown'],
  [ONE, ['billing'], undefined, 'invalid_target resource-unknown'],
  [ONE, [], 'stock.read', 'invalid_scope scope-not-given'],
  [ONE, [], 'bill.read openid', 'invalid_scope scope-not-given'],
])('%#: resource %j and scope %j', (offers, resources, scope, expected) => {
  const chosen = chooseScopes(offers, { resources, scope: scope?.split(' ') });
  const told =
    'offer' in chosen ? `${chosen.offer.resource} ${chosen.scopes.join(' ')}` : `${chosen.code} ${chosen.refusal}`;
  expect(told).toBe(expected);
});
