// The preview of the consent page in the console: the account of the person who looks, with its gaps.
import { describe, expect, it } from 'vitest';
import type { ConsentItem } from '../../../src/core/applications/applications/application.ts';
import { renderConsentItems } from '../../../src/views/console/consent-items.tsx';
import type { ConsentItemsProps } from '../../../src/views/console/parts/console-page.ts';
import { messagesFor } from '../../../src/views/messages/messages-for.ts';
import { LANGUAGES, type Language } from '../../../src/views/page/page.ts';
import { applicationPage, consoleContext, previewProps, registered } from './console-states.ts';

const asking = (item: ConsentItem['item'], consent: ConsentItem['consent']): ConsentItem => ({
  item,
  consent,
  purpose: undefined,
  retention: undefined,
  translations: undefined,
  createdAt: 0,
});

const groupsOf = (
  consentItems: readonly ConsentItem[],
  props: Partial<ConsentItemsProps> = {},
  language: Language = 'en',
) => {
  const page = applicationPage({ application: registered({ consentItems }) });
  const html = renderConsentItems(consoleContext(language), page, {
    ...previewProps,
    shown: page.application,
    ...props,
  });
  const groups = html.slice(html.indexOf('data-preview')).split('<fieldset').slice(1);
  const named = (name: string) => groups.find((group) => group.includes(`data-group="${name}"`)) ?? '';
  return { required: named('required'), optional: named('optional'), missing: named('missing') };
};

/** The opening tag of an item's row. */
const rowOf = (item: string, group: string): string | undefined =>
  new RegExp(`<div class="item" data-item="${item}"[^>]*>`).exec(group)?.[0];

describe('pages: the preview', () => {
  it.each(LANGUAGES)(
    'shows an item without a value among those not in the account, with its field, in %s',
    (language) => {
      const items = [asking('nickname', 'required'), asking('phone_number', 'required')];
      const { required, missing } = groupsOf(items, {}, language);
      const words = messagesFor(language).consent;
      expect(rowOf('nickname', required)).not.toContain('hidden');
      expect(rowOf('phone_number', required)).toBeUndefined();
      expect(rowOf('phone_number', missing)).not.toContain('hidden');
      expect(missing).toContain(words.missing);
      expect(missing).toContain('name="phone_number"');
      expect(missing).toContain(`<span class="tag" data-required="true">${words.required}</span>`);
    },
  );

  it('shows no value that is not the account’s', () => {
    const none = Object.fromEntries(Object.keys(previewProps.values).map((item) => [item, undefined]));
    const { required, optional, missing } = groupsOf([asking('name', 'required')], {
      values: none as ConsentItemsProps['values'],
    });
    for (const group of [required, optional]) expect(group).not.toContain('class="value"');
    expect(missing).not.toContain('class="value"');
    expect(rowOf('name', missing)).not.toContain('hidden');
  });

  it('hides the group while nothing that is asked for is missing', () => {
    const { missing } = groupsOf([asking('nickname', 'required')]);
    expect(missing.slice(0, missing.indexOf('>'))).toContain('hidden');
    expect(rowOf('phone_number', missing)).toContain('hidden');
  });

  it('shows the picture of the account as the consent page does', () => {
    const { optional } = groupsOf([asking('profile_image', 'optional')], { picture: '/pictures/mina' });
    expect(optional).toContain('<img class="portrait" src="/pictures/mina"');
  });

  it.each([
    [undefined, 'always'],
    ['optional', 'unless-named'],
    ['required', 'never'],
  ] as const)(
    'contract 4: says that the nickname is given as name as well, where the name is %s: %s',
    (consent, told) => {
      const items = [asking('nickname', 'required'), ...(consent ? [asking('name', consent)] : [])];
      const { required } = groupsOf(items, { asName: told });
      const shown = Object.entries(messagesFor('en').consent.asName).filter(([, text]) => {
        const [before = ''] = required.split(text);
        return !before.slice(before.lastIndexOf('<span')).endsWith(' hidden>');
      });
      expect(shown.map(([one]) => one)).toEqual(told === 'never' ? [] : [told]);
    },
  );

  it('leaves long lists out, because nobody can choose from them', () => {
    const values = { ...previewProps.values, address: undefined, locale: undefined };
    const { missing } = groupsOf([asking('address', 'required'), asking('locale', 'required')], { values });
    expect(missing.match(/<option/g)?.length).toBeLessThan(8);
  });
});
