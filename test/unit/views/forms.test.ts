// The forms as the routes read them: where they post, which fields they carry, which button Enter presses.
import { describe, expect, it } from 'vitest';
import { PROFILE_FIELDS } from '../../../src/core/people/profile/profile-fields.ts';
import { renderAccount } from '../../../src/views/account/account.tsx';
import { renderConsent } from '../../../src/views/pages/consent.tsx';
import { contextIn } from './contexts.ts';
import { readTags } from './payloads.ts';
import { accountProps, connection, row, session } from './people.ts';
import { consentProps, REDIRECT_URI, STATES } from './states.ts';

type Control = { tag: string; name: string | undefined; value: string | undefined; attributes: Map<string, string> };
type SentForm = { action: string; method: string; controls: Control[] };

const isControl = ({ name }: { name: string }) => ['input', 'select', 'textarea', 'button'].includes(name);

/** The forms of a page with their controls, in the order of the document. A control can name another form by its id. */
const formsOf = (html: string): SentForm[] => {
  const elsewhere = readTags(html).filter((tag) => isControl(tag) && tag.attributes.has('form'));
  return [...html.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([source]) => {
    const [form, ...inside] = readTags(source);
    const id = form?.attributes.get('id');
    const controls = [
      ...inside.filter((tag) => isControl(tag) && !tag.attributes.has('form')),
      ...elsewhere.filter(({ attributes }) => attributes.get('form') === id),
    ];
    return {
      action: form?.attributes.get('action') ?? '',
      method: form?.attributes.get('method') ?? '',
      controls: controls.map(({ name, attributes }) => ({
        tag: name,
        name: attributes.get('name'),
        value: attributes.get('value'),
        attributes,
      })),
    };
  });
};

const pageOf = (state: string): string => STATES[state]?.('en') ?? '';
const formTo = (html: string, action: string): SentForm => {
  const form = formsOf(html).find((candidate) => candidate.action.split('?')[0] === action);
  if (form === undefined) throw new Error(`no form posts to ${action}`);
  return form;
};
const names = (form: SentForm): string[] =>
  form.controls.flatMap(({ tag, name }) => (tag === 'button' || name === undefined ? [] : [name]));
const buttons = (form: SentForm): (string | undefined)[][] =>
  form.controls.filter(({ tag }) => tag === 'button').map(({ name, value }) => [name, value]);

describe('forms', () => {
  for (const [state, render] of Object.entries(STATES)) {
    it(`forms: every form of "${state}" is a POST with a token, or a search`, () => {
      for (const form of formsOf(render('en'))) {
        if (form.method === 'get') {
          // It changes nothing, and its address may be kept: it has what is searched for, its order and
          // filters, and no token.
          const searched = names(form).filter((name) => !['sort', 'only', 'status', 'role'].includes(name));
          // The audit is searched by whom and what, by kinds of acts, and by time; messages by kind alone. Its export
          // has the same filters, and why it is made.
          const ofAudit = ['account', 'subject', 'application', 'action', 'looks', 'from', 'to', 'reason'];
          if (/\/audit(?:\.jsonl)?$/.test(form.action)) expect(ofAudit).toEqual(expect.arrayContaining(searched));
          else expect(searched).toEqual([/\/messages$/.test(form.action) ? 'kind' : 'q']);
          continue;
        }
        expect(form.method).toBe('post');
        if (form.action === REDIRECT_URI) {
          // An application's address gets the answer's fields and nothing of ours.
          expect(names(form)).toEqual(['iss', 'state', 'code']);
          continue;
        }
        expect(form.controls[0]?.name).toBe('csrf');
        expect(form.controls[0]?.value).toBe('token');
      }
    });

    it(`forms: Enter never means Cancel, agree-to-all, ending sessions or disconnecting in "${state}" where it can be typed`, () => {
      for (const form of formsOf(render('en'))) {
        const typed = form.controls.some(
          ({ tag, attributes }) =>
            tag === 'input' && !['hidden', 'checkbox'].includes(attributes.get('type') ?? 'text'),
        );
        const [first] = buttons(form);
        if (typed) expect(['cancel', 'agree-all', 'end-others', 'end-all', 'disconnect']).not.toContain(first?.[1]);
      }
    });

    it(`forms: at most one primary button in "${state}"`, () => {
      expect([...render('en').matchAll(/class="primary"/g)].length).toBeLessThanOrEqual(1);
    });

    it(`forms: ids are unique and labels, descriptions and summary links lead to them in "${state}"`, () => {
      const tags = readTags(render('en'));
      const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      const targets = tags.flatMap(({ name, attributes }) => [
        ...(attributes.get('for') ?? '').split(' '),
        ...(attributes.get('aria-describedby') ?? '').split(' '),
        ...(name === 'a' && attributes.get('href')?.startsWith('#') ? [attributes.get('href')?.slice(1) ?? ''] : []),
        attributes.get('form') ?? '',
      ]);
      for (const target of targets.filter((id) => id !== '')) expect(ids).toContain(target);
    });
  }

  it('forms: sign-in sends csrf, csrf_device, email, password, persistent; submit without a name, then Cancel', () => {
    const form = formTo(pageOf('sign-in'), '/login');
    expect(names(form)).toEqual(['csrf', 'csrf_device', 'email', 'password', 'persistent']);
    expect(buttons(form)).toEqual([
      [undefined, undefined],
      ['action', 'cancel'],
    ]);
    expect(form.controls.at(-1)?.attributes.has('formnovalidate')).toBe(true);
  });

  it('forms: "keep me signed in" is sent as on', () => {
    const persistent = formTo(pageOf('sign-in'), '/login').controls.find(({ name }) => name === 'persistent');
    expect(persistent?.value).toBe('on');
  });

  it('forms: without an application there is nothing to cancel', () => {
    expect(buttons(formTo(pageOf('sign-in-alone'), '/login'))).toEqual([[undefined, undefined]]);
    expect(buttons(formTo(pageOf('sign-up-alone'), '/sign-up'))).toEqual([[undefined, undefined]]);
  });

  it('forms: sign-up sends csrf, email, password, nickname and can be cancelled', () => {
    const form = formTo(pageOf('sign-up'), '/sign-up');
    expect(names(form)).toEqual(['csrf', 'email', 'password', 'nickname']);
    expect(buttons(form)[1]).toEqual(['action', 'cancel']);
  });

  it('forms: the pages that verify an address and of a forgotten password send what their routes read', () => {
    expect(names(formTo(pageOf('verify'), '/verify'))).toEqual(['csrf']);
    expect(names(formTo(pageOf('verify-sent'), '/verify/code'))).toEqual(['csrf', 'code']);
    expect(names(formTo(pageOf('verify-link'), '/verify/link'))).toEqual(['csrf']);
    expect(names(formTo(pageOf('forgot-password'), '/forgot-password'))).toEqual(['csrf', 'email']);
  });

  it('forms: setup and set-password send what their routes read', () => {
    expect(names(formTo(pageOf('setup'), '/setup'))).toEqual(['csrf', 'email', 'password', 'nickname']);
    expect(names(formTo(pageOf('set-password'), '/password'))).toEqual(['csrf', 'password']);
  });

  it('forms: confirm sends the password and, as data, what was typed before', () => {
    expect(names(formTo(pageOf('confirm'), '/confirm'))).toEqual(['csrf', 'confirming', 'password']);
    expect(
      names(formTo(pageOf('confirm-kept'), `/console/applications/${'0123456789abcdef'.repeat(2)}/addresses`)),
    ).toEqual([...['csrf', 'confirming', 'action', 'redirect_uri', 'password']]);
  });

  it('forms: an invitation: accept comes first, and nothing is sent but the answer', () => {
    const form = formTo(pageOf('invitation'), '/invitation');
    expect(names(form)).toEqual(['csrf']);
    expect(buttons(form)).toEqual([
      ['action', 'accept'],
      ['action', 'decline'],
    ]);
    expect(pageOf('invitation-signed-out')).not.toContain('<form method="post" action="/invitation');
  });

  it('forms: consent: agree comes first, agree-to-all is there without script, Cancel comes last', () => {
    expect(buttons(formTo(pageOf('consent'), '/consent'))).toEqual([
      ['action', 'agree'],
      ['action', 'agree-all'],
      ['action', 'cancel'],
    ]);
    expect(pageOf('consent')).toMatch(/<noscript><button[^>]*value="agree-all"/);
  });

  it('forms: consent: with nothing optional there is no agree-to-all', () => {
    expect(buttons(formTo(pageOf('consent-nothing'), '/consent'))).toEqual([
      ['action', 'agree'],
      ['action', 'cancel'],
    ]);
  });

  it('contract 4: required items are listed without boxes, optional ones free with their preset', () => {
    const items = [
      row('nickname', { consent: 'required' }),
      row('email', { agreed: true }),
      row('gender', { agreed: false }),
    ];
    const form = formTo(renderConsent(contextIn('en'), consentProps({ items })), '/consent');
    const ticks = form.controls
      .filter(({ name }) => name === 'item')
      .map(({ value, attributes }) => [value, attributes.has('checked'), attributes.has('disabled')]);
    expect(ticks).toEqual([
      ['email', true, false],
      ['gender', false, false],
    ]);
  });

  it('forms: consent: "agree to all" is only for optional items that have a value', () => {
    const items = [row('email', { consent: 'required' }), row('phone_number', { value: undefined })];
    const html = renderConsent(contextIn('en'), consentProps({ items }));
    expect(html).not.toContain('agree-all');
  });

  it('contract 4: items with a value stand first, and those without one apart, required ones before optional ones', () => {
    const items = [
      row('phone_number', { value: undefined }),
      row('birthdate', { consent: 'required', value: undefined }),
      row('email'),
      row('nickname', { consent: 'required' }),
    ];
    const html = renderConsent(contextIn('en'), consentProps({ items }));
    const order = ['Needed to continue', 'value"><bdi>Mina<', 'Optional', 'value="email"', 'Not in your account yet'];
    const places = [...order, 'name="birthdate"', 'value="phone_number"'].map((text) => html.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('contract 4: what is new stands first and is marked; what was answered before is folded with its presets', () => {
    const items = [
      row('email', { agreed: true }),
      row('nickname', { consent: 'required', agreed: true }),
      row('birthdate', { consent: 'required', agreed: true, isNew: true }),
      row('phone_number', { isNew: true }),
    ];
    const html = renderConsent(contextIn('en'), consentProps({ items, firstTime: false }));
    const [now = '', before = ''] = html.split('<details class="fold">');
    expect(now.match(/>New</g)).toHaveLength(2);
    expect(now).not.toContain('value"><bdi>Mina<');
    expect(before).toContain('value"><bdi>Mina<');
    expect(before).toMatch(/value="email" checked/);
  });

  it('contract 4: an agreed item whose value is gone is not folded, because the page asks for it', () => {
    const items = [row('email', { isNew: true }), row('phone_number', { agreed: true, value: undefined })];
    const html = renderConsent(contextIn('en'), consentProps({ items, firstTime: false }));
    expect(html).not.toContain('<details class="fold">');
    expect(html).toContain('name="phone_number"');
  });

  it('contract 4: a picture is not asked for, and is shown as one where this host has it', () => {
    const items = [row('profile_image', { consent: 'required', value: undefined })];
    const empty = renderConsent(contextIn('en'), consentProps({ items }));
    expect(empty).not.toContain('name="picture"');
    const picture = [row('profile_image', { picture: '/pictures/mina' })];
    expect(renderConsent(contextIn('en'), consentProps({ items: picture }))).toMatch(/<img[^>]*src="\/pictures\/mina"/);
  });

  it('contract 4: screen readers hear that the field of a required item is required; of several fields one is enough', () => {
    const missing = { consent: 'required', value: undefined } as const;
    const items = [row('phone_number', missing), row('gender', missing), row('address', missing)];
    const html = renderConsent(
      contextIn('en'),
      consentProps({ items: [...items, row('birthdate', { value: undefined })] }),
    );
    const required = readTags(html).filter(({ attributes }) => attributes.has('required'));
    expect(required.map(({ attributes }) => attributes.get('id'))).toEqual(['phone_number', 'gender']);
  });

  it('contract 4: an item without a value is asked for by its claims, keeping what was typed', () => {
    const items = [
      row('locale', { value: undefined, typed: { locale: 'ko-KR', zoneinfo: 'Asia/Seoul' } }),
      row('address', { value: undefined, typed: { street_address: '1 First Street' } }),
    ];
    const html = renderConsent(contextIn('en'), consentProps({ items }));
    const form = formTo(html, '/consent');
    expect(names(form).filter((name) => !['item', 'csrf', 'shown_to'].includes(name))).toEqual([
      'locale',
      'zoneinfo',
      'street_address',
      'locality',
      'region',
      'postal_code',
      'country',
    ]);
    expect(html).toContain('value="Asia/Seoul"');
    expect(html).toContain('>1 First Street</textarea>');
  });

  it('contract 4: the address form follows the order of its language', () => {
    const html = renderConsent(contextIn('ko'), consentProps({ items: [row('address', { value: undefined })] }));
    expect(names(formTo(html, '/consent')).slice(-5)).toEqual([
      ...['postal_code', 'region', 'locality', 'street_address', 'country'],
    ]);
  });

  it('forms: the profile sends every claim a person may keep, closed groups included', () => {
    const sent = [
      ...names(formTo(pageOf('account'), '/account/profile')),
      ...names(formTo(pageOf('account-language'), '/account/language')),
    ];
    expect(sent.toSorted()).toEqual(['csrf', 'csrf', ...PROFILE_FIELDS].toSorted());
  });

  it('forms: the password form has end_grants ticked by default', () => {
    const form = formTo(pageOf('account-security'), '/account/password');
    expect(names(form)).toEqual(['csrf', 'current_password', 'new_password', 'end_grants']);
    expect(form.controls.find(({ name }) => name === 'end_grants')?.attributes.has('checked')).toBe(true);
  });

  it('forms: sessions end by id, all others, or all; this device signs out by POST /logout', () => {
    const html = renderAccount(
      contextIn('en', {
        signedInAs: { email: 'a@b.example', nickname: undefined, logoutCsrf: 'token', severalSignedIn: false },
      }),
      accountProps({ page: 'devices', sessions: [session(0), session(1)] }),
    );
    expect(buttons(formTo(html, '/account/sessions'))).toEqual([
      ['session', 'session1'],
      ['action', 'end-others'],
      ['action', 'end-all'],
    ]);
    expect(html).toMatch(/<form id="sign-out"[^>]*action="\/logout"/);
    expect(html).toMatch(/<button type="submit" class="small" form="sign-out">/);
  });

  it('forms: a connection sends its application and the ticked optional items; save, then disconnect', () => {
    const html = renderAccount(contextIn('en'), accountProps({ page: 'applications', connections: [connection(0)] }));
    const form = formTo(html, '/account/connections');
    expect(form.controls.find(({ name }) => name === 'application')?.value).toBe('app0');
    const free = form.controls.filter(({ name, attributes }) => name === 'item' && !attributes.has('disabled'));
    expect(free.map(({ value }) => value)).toEqual(['email', 'phone_number']);
    expect(buttons(form)).toEqual([
      ['action', 'save'],
      ['action', 'disconnect'],
    ]);
  });

  it('contract 25: whoever can only look at an application has no form to fill in', () => {
    const viewers = Object.keys(STATES).filter((name) => name.startsWith('console-') && name.endsWith('-viewer'));
    const filled = viewers.filter((name) => STATES[name]?.('en').includes('<form method="post" action="/console'));
    expect(viewers.length).toBeGreaterThan(5);
    expect(filled).toEqual([]);
  });
});
