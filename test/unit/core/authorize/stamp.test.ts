import { expect, test } from 'vitest';
import { makeStamp, readStamp } from '../../../../src/core/grants/authorize/stamp.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import { NOW } from '../given.ts';

const secrets = createServerSecrets(Buffer.alloc(32, 1));
const OF = { query: 'a=1&b=2', deviceId: 'd'.repeat(22) };
const stamp = () => makeStamp(secrets, OF, NOW);
const read = (text: string | undefined, of = OF, now = NOW) => readStamp(secrets, of, text, now);

test('lk_stamp tells when the request first arrived (contract 4)', () => {
  expect(read(stamp(), OF, NOW + 1000)?.arrivedAt).toBe(NOW);
});
test('for other parameters it counts as a new request', () => {
  expect(read(stamp(), { ...OF, query: 'a=1&b=3' })).toBeUndefined();
});
test('of another browser it counts as a new request', () => {
  expect(read(stamp(), { ...OF, deviceId: 'e'.repeat(22) })).toBeUndefined();
});
test('what belongs to the query is not taken for the browser', () => {
  expect(read(stamp(), { query: 'a=1&b=', deviceId: `2${OF.deviceId}` })).toBeUndefined();
});
test('it is good for an hour', () => {
  const hour = 60 * 60 * 1000;
  expect(read(stamp(), OF, NOW + hour)?.arrivedAt).toBe(NOW);
  expect(read(stamp(), OF, NOW + hour + 1)).toBeUndefined();
});
test('a moved moment is forged', () => {
  const moved = `${(NOW - 1).toString(36)}.${stamp().split('.')[1]}`;
  expect(read(moved)).toBeUndefined();
});
test.each([[''], ['x'], [undefined]])('%s is no stamp', (text) => {
  expect(read(text)).toBeUndefined();
});
test('nor is one with something before or behind it', () => {
  expect(read(`${stamp()}x`)).toBeUndefined();
  expect(read(`.${stamp()}`)).toBeUndefined();
});
test('its moment has at most ten digits, and nothing stands in front', () => {
  expect(read(`00${stamp()}`)).toEqual(read(stamp()));
  expect(read(`000${stamp()}`)).toBeUndefined();
  expect(read(` ${stamp()}`)).toBeUndefined();
});
test('a stamp of the previous secret is still read while the secret is changed', () => {
  const changed = createServerSecrets(Buffer.alloc(32, 2), Buffer.alloc(32, 1));
  expect(readStamp(changed, OF, stamp(), NOW)).toEqual(read(stamp()));
  expect(readStamp(createServerSecrets(Buffer.alloc(32, 2)), OF, stamp(), NOW)).toBeUndefined();
});

test('what is spent has one name, however the stamp is spelled', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const spellings = [`0${stamp()}`, ...[...alphabet].map((last) => `${stamp().slice(0, -1)}${last}`)];
  const names = spellings.map((text) => read(text)?.hash.toString('hex')).filter((name) => name !== undefined);
  expect(names.length).toBeGreaterThan(3);
  expect(new Set(names)).toEqual(new Set([read(stamp())?.hash.toString('hex')]));
});
test('the names of neighbours share a page: the moment stands first', () => {
  const name = read(stamp())?.hash ?? Buffer.alloc(0);
  expect([name.byteLength, name.readUIntBE(0, 6)]).toEqual([22, NOW]);
  const other = readStamp(secrets, { ...OF, query: '' }, makeStamp(secrets, { ...OF, query: '' }, NOW), NOW);
  expect(other?.hash.equals(name)).toBe(false);
});
