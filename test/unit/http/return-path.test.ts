// Which page a sign-in leads to (decision 19): what anybody can write into the query of a sign-in page is never anything
// but a page of ours, and never one with a parameter that the page itself did not ask for.
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { queryForPageOf, readReturnPath } from '../../../src/http/browsers/return-path.ts';
import { Parameters } from '../../../src/protocol/parameters.ts';
import { SECTIONS, sectionPath } from '../../../src/views/console/parts/sections.ts';
import { ACCOUNT_PAGES, accountPath } from '../../../src/views/page/account-pages.ts';

const APPLICATION = 'a'.repeat(32);
const TOKEN = 't'.repeat(43);
const SITE = encodeURIComponent('https://shop.example.com');

const requestOf = (url: string, referer?: string) =>
  ({ url, headers: { referer }, query: Parameters.parse(url.split('?')[1] ?? '') }) as unknown as FastifyRequest;
const placeOf = (query: string) => readReturnPath(requestOf(`/login?${query}`));

/** Where the sign-in page leads that somebody is sent to who wanted `url`. */
const placeAfter = (url: string, referer?: string) =>
  readReturnPath(requestOf(`/login${queryForPageOf(requestOf(url, referer))}`)).path;

describe('no open redirect (RFC 9700 4.11)', () => {
  it.each([
    '//evil.example',
    '//evil.example/console',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '%2f%2fevil.example',
    'https://evil.example/console',
    'https:evil.example',
    'javascript:alert(1)',
    'console',
    '/console//evil.example',
    '/console/..//evil.example',
    '/console/../oauth/logout',
    '/console/%2e%2e/oauth/logout',
    '/console?notice=saved',
    '/console#x',
    '/console@evil.example',
    '/console.evil.example',
    '/console\t',
    '/console\r\nSet-Cookie: a=b',
    '/console/',
    '/CONSOLE',
    '/oauth/logout',
    '/logout',
    '/applications',
    `/console/applications/${APPLICATION}/evil`,
    `/console/applications/${APPLICATION}/../../../oauth/authorize`,
    `/console/applications/${APPLICATION}/try-it/callback`,
    '/console/applications/../../evil',
    '/console/applications/constructor',
    '/console/applications/undefined',
    '/evil/console/api-tokens',
    `/evil/console/applications/${APPLICATION}`,
    '/user-info',
    'http://localhost:4000/console',
    '',
  ])('%j is no place', (place) => {
    expect(placeOf(`to=${encodeURIComponent(place)}`)).toEqual({ path: '/account', query: '' });
  });

  it('of two places neither is taken', () => {
    expect(placeOf('to=/console&to=//evil.example')).toEqual({ path: '/account', query: '' });
    expect(placeOf('to=/console&to=/console')).toEqual({ path: '/account', query: '' });
  });
});

describe('the page that was wanted', () => {
  it.each<[wanted: string, reached: string]>([
    ['/account/nothing', '/account'],
    [`/console/groups/${APPLICATION}?q=shop`, `/console/groups/${APPLICATION}`],
    ['/console/groups/sre', '/console/groups'],
    ['/console?after=00000000000000000000000000000000', '/console'],
    [`/console?client_id=${APPLICATION}`, '/console'],
    ['/device/confirm', '/device'],
    [`${sectionPath(APPLICATION, 'try-it')}/callback?code=lk_ac_x&state=y`, `${sectionPath(APPLICATION, 'try-it')}`],
  ])('sign-in from %s leads to %s', (wanted, reached) => {
    expect(placeAfter(wanted)).toBe(reached);
  });

  it.each([
    ...ACCOUNT_PAGES.map(accountPath),
    '/account/delete',
    '/account/email/code',
    '/account/passkeys',
    '/account/receipts',
    '/account/two-step',
    '/account/username',
    '/console',
    '/console/api-tokens',
    '/console/policy/documents',
    '/console/applications/new',
    `/console/accounts/${APPLICATION}`,
    `/console/groups/${APPLICATION}`,
    `/console/apis/${APPLICATION}`,
    ...SECTIONS.map((section) => sectionPath(APPLICATION, section)),
    '/device',
    '/device?user_code=WDJB-MJHT',
    '/welcome',
  ])('sign-in from %s leads there', (page) => {
    expect(placeAfter(page)).toBe(page);
  });

  it.each(['/', '/account', '/nothing', '/evil/device'])('%s is not named in the query', (page) => {
    expect(queryForPageOf(requestOf(page))).toBe('');
  });

  it.each<[query: string, path: string]>([
    ['to=/console', '/console'],
    [`to=/invitation&token=${TOKEN}`, `/invitation?token=${TOKEN}`],
    ['to=/device', '/device'],
    ['to=/device&user_code=WDJB-MJHT', '/device?user_code=WDJB-MJHT'],
    [
      `to=/account/connections&application=${APPLICATION}&from=${SITE}`,
      `/account/connections?client_id=${APPLICATION}&from=${SITE}`,
    ],
  ])('the next sign-in page leads to the same place: %s', (query, path) => {
    expect(placeOf(query)).toEqual({ path, query: `?${query}` });
  });

  it.each([`to=/console&token=${TOKEN}`, `to=/console&application=${APPLICATION}`, 'to=/console&user_code=WDJB-MJHT'])(
    'what a page does not ask for does not change it: %s',
    (query) => {
      expect(placeOf(query)).toEqual({ path: '/console', query: '?to=/console' });
    },
  );

  it.each<[typed: string, path: string]>([
    ['wdjbmjht', '/device?user_code=WDJB-MJHT'],
    ['WDJB-MJH', '/device'],
    ['', '/device'],
    ['//evil.example', '/device'],
  ])("a device's code %j leads to %s", (typed, path) => {
    expect(placeAfter(`/device?user_code=${encodeURIComponent(typed)}`)).toBe(path);
  });

  it('sign-in from the page of a connection leads there, with the origin that the person came from', () => {
    const wanted = `/account/connections?client_id=${APPLICATION}`;
    expect(placeAfter(wanted)).toBe(wanted);
    expect(placeAfter(wanted, 'https://shop.example.com/members?of=1')).toBe(`${wanted}&from=${SITE}`);
    expect(placeAfter(wanted, 'http://localhost:3000/')).toBe(
      `${wanted}&from=${encodeURIComponent('http://localhost:3000')}`,
    );
    expect(placeAfter(`${wanted}&from=${SITE}`, 'https://other.example/')).toBe(`${wanted}&from=${SITE}`);
  });

  it.each(['javascript:alert(1)', '//evil.example/', 'data:text/html,x', 'x', ''])(
    'no origin of a site is in %j',
    (referer) => {
      const wanted = `/account/connections?client_id=${APPLICATION}`;
      expect(placeAfter(wanted, referer)).toBe(wanted);
    },
  );

  it.each(['', 'x', '0'.repeat(31), '0'.repeat(33), 'A'.repeat(32), `${'0'.repeat(32)}%0d%0aX: y`])(
    'a malformed API key of a connection leads to the list of applications: %j',
    (key) => {
      expect(placeAfter(`/account/connections?client_id=${key}`)).toBe('/account/connections');
      expect(placeOf(`to=/account/connections&application=${key}`).path).toBe('/account/connections');
    },
  );

  it.each([TOKEN.slice(1), `${TOKEN}t`, `${TOKEN}&token=${TOKEN}`, `${TOKEN.slice(1)}%20`, ''])(
    'an invitation is reached with the token of its link, and never with %j',
    (token) => {
      expect(placeOf(`to=/invitation&token=${TOKEN}`).path).toBe(`/invitation?token=${TOKEN}`);
      expect(placeOf(`to=/invitation&token=${token}`)).toEqual({ path: '/account', query: '' });
    },
  );
});
