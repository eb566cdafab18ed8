// What every page keeps to in every state: nothing inline, small, in its language, telling what happened, focus where
// the work is.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderAccount } from '../../../src/views/account/account.tsx';
import type { Brand } from '../../../src/views/page/brand.ts';
import { LANGUAGES, type Language } from '../../../src/views/page/page.ts';
import { renderConsent } from '../../../src/views/pages/consent.tsx';
import { renderHome } from '../../../src/views/pages/home.tsx';
import { renderSignIn } from '../../../src/views/pages/sign-in.tsx';
import { assets, brand, contextIn } from './contexts.ts';
import { readTags } from './payloads.ts';
import { accountProps, application, fault, session } from './people.ts';
import { consentProps, STATES, signInProps } from './states.ts';

const SCRIPTS = [
  ...[assets.script.path, assets.passkeyScript.path, assets.consoleScript.path],
  assets.policyScript.path,
];
const titleOf = (html: string): string => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';

describe('pages', () => {
  for (const [state, render] of Object.entries(STATES)) {
    for (const language of LANGUAGES) {
      const html = render(language);
      const tags = readTags(html);

      it(`K8: no inline style, script or handler in "${state}" (${language})`, () => {
        const inline = tags.filter(
          ({ name, attributes }) =>
            name === 'style' ||
            [...attributes.keys()].some((key) => key === 'style' || key.startsWith('on')) ||
            (name === 'script' && !SCRIPTS.includes(attributes.get('src') ?? '')),
        );
        expect(inline).toEqual([]);
        expect(html).not.toMatch(/<script[^>]*>[^<]/);
      });

      it(`pages: "${state}" (${language}) says its language and switches to the other`, () => {
        expect(html).toContain(`<html lang="${language}">`);
        expect(html).toContain('href="?ui_locales=en"');
        expect(html).toContain('href="?ui_locales=ko"');
      });

      it(`WCAG 2.4.1: the first link of "${state}" (${language}) skips every menu`, () => {
        expect(/<a class="skip" href="#(\w+)"/.exec(html)?.[1]).toBe('main');
        const targets = [...html.matchAll(/ id="main"/g)];
        expect(targets).toHaveLength(1);
        const menus = [...html.matchAll(/<nav class="(?:around|sections|account-menu)"/g)];
        expect(targets[0]?.index).toBeGreaterThan(menus.at(-1)?.index ?? 0);
      });

      it(`pages: "${state}" (${language}) has one heading of the first level and no more than one focus`, () => {
        expect([...html.matchAll(/<h1[ >]/g)]).toHaveLength(1);
        expect(tags.filter(({ attributes }) => attributes.has('autofocus')).length).toBeLessThanOrEqual(1);
      });
    }
  }

  it('pages: no notice is empty, in any state', () => {
    const empty = Object.entries(STATES).flatMap(([state, render]) =>
      LANGUAGES.filter((language) =>
        /<div class="notice[^>]*><svg.*?<\/svg>(?:<div><\/div>|<p><\/p>)<\/div>/.test(render(language)),
      ).map((language) => `${state} (${language})`),
    );
    expect(empty).toEqual([]);
  });

  it('pages: what the console says fits who reads it and what there is', () => {
    const page = (state: string): string => STATES[state]?.('en') ?? '';
    expect(page('console-secrets')).toContain('until you create the first one');
    expect(page('console-secrets-twice')).not.toContain('until you create the first one');
    expect(page('console-items')).toContain('It updates as you type.');
    expect(page('console-items-viewer')).not.toContain('It updates as you type.');
    expect(page('console-removal')).toContain('Transfer ownership');
    expect(page('console-removal-editor')).not.toContain('Transfer ownership');
    expect(page('console-events-faults').match(/Choose at least one type\./g)).toHaveLength(2);
  });

  it('what opens a new tab gives it no hold of this one: rel="noopener" on every such link and form, in every state', () => {
    const opening = Object.entries(STATES).flatMap(([state, render]) =>
      LANGUAGES.flatMap((language) =>
        readTags(render(language))
          .filter(({ attributes }) => attributes.has('target') || attributes.has('formtarget'))
          .map(({ name, attributes }) => ({
            at: `${state} (${language}): <${name} ${attributes.get('href')}>`,
            attributes,
          })),
      ),
    );
    const holding = opening.filter(({ attributes }) => !attributes.get('rel')?.split(' ').includes('noopener'));
    expect(holding.map(({ at }) => at)).toEqual([]);
    // Addresses that owners of applications gave: when someone agrees, in the list of connections, in the preview, and
    // on the error page of a refused request. Documents of the service: where people agree to them. Help: on each page.
    const pages = opening.flatMap(({ at, attributes }) =>
      attributes.get('href') === '/help' ? [] : [at.split(/[- ]/)[0]],
    );
    expect(new Set(pages)).toEqual(new Set(['consent', 'account', 'console', 'error', 'sign', 'setup', 'documents']));
  });

  it('pages: the title says that something is wrong', () => {
    expect(titleOf(STATES['sign-in-wrong']?.('en') ?? '')).toMatch(/^Error: /);
    expect(titleOf(STATES['sign-in-wrong']?.('ko') ?? '')).toMatch(/^오류: /);
    expect(titleOf(STATES['sign-in-limited']?.('en') ?? '')).toMatch(/^Error: /);
    expect(titleOf(STATES['sign-in']?.('en') ?? '')).toBe('Sign in to continue to Acme Shop – Latchkey');
  });

  it('pages: the title says what was done', () => {
    expect(titleOf(STATES['account-saved']?.('en') ?? '')).toMatch(/^Your password was changed/);
  });

  it('pages: the focus lands on the first fault', () => {
    expect(STATES['sign-up-faults']?.('en')).toMatch(/<input id="email" name="email" autofocus/);
    expect(STATES['consent-faults']?.('en')).toMatch(/<input id="phone_number" name="phone_number" autofocus/);
  });

  it('pages: after a wrong password the address is kept and the focus is on the password', () => {
    const html = STATES['sign-in-wrong']?.('en') ?? '';
    expect(html).toContain('value="mina.kim@example.com"');
    expect(html).toMatch(/<input id="password" name="password" autofocus/);
  });

  it('pages: a fault inside a closed group opens it', () => {
    expect(STATES['account-faults']?.('en')).toMatch(/<details class="group" open/);
  });

  it('K11: an application cannot turn the direction of the page or hide its name', () => {
    const html = renderSignIn(
      contextIn('en'),
      signInProps({ application: application('\u202eAcme\u200b\u2066 Shop') }),
    );
    expect(html).not.toMatch(/[\u200b\u202e\u2066]/);
    expect(html).toContain('<bdi>Acme Shop</bdi>');
  });

  it('K11: a name of 10 KB is cut', () => {
    const html = renderSignIn(contextIn('en'), {
      action: '/login',
      csrf: 'token',
      csrfOfDevice: 'token',
      application: application('A'.repeat(10_240)),
      signUpHref: undefined,
      email: '',
      persistent: false,
      faults: [fault(undefined, 'credentials-wrong')],
      limitedForMinutes: undefined,
      continueAs: undefined,
      again: undefined,
      sessionEnded: false,
    });
    expect(html.length).toBeLessThan(6000);
  });

  it('K11: the consent page shows the host that comes next', () => {
    expect(STATES.consent?.('en')).toContain('You will be redirected to <b><bdi>shop.acme.example</bdi></b>');
  });

  it('pages: an invitation offers to create an account only where that is possible', () => {
    expect(STATES['invitation-signed-out']?.('en')).toContain('Sign in or create an account to respond.');
    expect(STATES['invitation-closed']?.('en')).not.toMatch(/create an account/i);
    expect(STATES['invitation-closed']?.('ko')).not.toContain('계정');
  });

  it('pages: dates and the two named genders follow the language', () => {
    expect(STATES['consent-all']?.('ko')).toContain('1990년 5월 17일');
    expect(STATES['consent-all']?.('en')).toContain('May 17, 1990');
    expect(STATES['consent-all']?.('ko')).toContain('<bdi>여성</bdi>');
  });

  it('pages: the time of day follows the language, also without script', () => {
    const morning = Date.parse('2026-05-03T00:05:00Z');
    const timesIn = (language: Language) =>
      [morning, morning + 14 * 3_600_000].map((lastUsedAt) => {
        const html = renderAccount(
          contextIn(language),
          accountProps({ page: 'devices', sessions: [session(0, { lastUsedAt })] }),
        );
        return /<time [^>]*>([^<]*)/.exec(html.slice(html.indexOf('id="seen-')))?.[1];
      });
    expect(timesIn('ko')).toEqual(['2026년 5월 3일 오전 12:05 UTC', '2026년 5월 3일 오후 2:05 UTC']);
    expect(timesIn('en')).toEqual(['May 3, 2026, 12:05\u202fAM UTC', 'May 3, 2026, 2:05\u202fPM UTC']);
  });

  it('contract 1: terms and privacy policy of the service stand, with help, in the footer, https or loopback only', () => {
    const footer = (over: Partial<Brand>, language: Language = 'en') => {
      const html = renderHome(contextIn(language, { brand: { ...brand, ...over } }), {
        signInHref: '/login',
        signUpHref: undefined,
      });
      return html.slice(html.indexOf('<footer>'));
    };
    const pages = { termsUrl: 'https://a.example/t', privacyUrl: 'http://localhost:1/p' };
    const shown = readTags(footer(pages)).flatMap(({ attributes }) => (attributes.has('target') ? [attributes] : []));
    expect(shown.map((attributes) => attributes.get('href'))).toEqual([...Object.values(pages), '/help']);
    expect(footer(pages, 'ko')).toContain('개인정보 처리방침');
    expect(footer({ termsUrl: pages.termsUrl })).not.toContain('Privacy');
    for (const over of [{}, { termsUrl: 'javascript:alert(1)', privacyUrl: 'http://a.example/' }]) {
      const own = readTags(footer(over)).flatMap(({ attributes }) => (attributes.has('target') ? [attributes] : []));
      expect(own.map((attributes) => attributes.get('href'))).toEqual(['/help']);
    }
  });

  it('pages: a particle is kept with the name before it, and only a long word has places to break', () => {
    const heading = (name: string) =>
      /class="kept">(.*?)<\/span>/.exec(
        renderConsent(contextIn('ko'), consentProps({ application: application(name) })),
      )?.[1];
    expect(heading('Acme Shop')).toBe('<b><bdi>Acme Shop</bdi></b>\u2060으로');
    expect(heading('W'.repeat(20))).toBe('<b><bdi>WWWWW<wbr/>WWWWW<wbr/>WWWWW<wbr/>WWWWW</bdi></b>\u2060로');
  });

  it('pages: no line begins with the dot between two facts, because it is kept with the one before', () => {
    const loose = Object.entries(STATES).filter(([, state]) =>
      LANGUAGES.some((language) => / ·|\\u00a0/.test(state(language))),
    );
    expect(loose.map(([name]) => name)).toEqual([]);
  });

  it('architecture 5: no view opens the door for raw HTML', () => {
    const folder = new URL('../../../src/views/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      expect(readFileSync(new URL(file, folder), 'utf8'), file).not.toContain('dangerouslySetInnerHTML');
    }
  });
});
