// A Korean particle stays on the line of its name, at every width: 'Acme Shop으로', never '으로' on a line of its own.
import { expect, test } from 'vitest';
import { renderConsent } from '../../src/views/pages/consent.tsx';
import { renderSignIn } from '../../src/views/pages/sign-in.tsx';
import { contextIn } from '../unit/views/contexts.ts';
import { application, row } from '../unit/views/people.ts';
import { consentProps, signInProps } from '../unit/views/states.ts';
import { overflowOf } from './proof.ts';
import { openStates } from './states-in-chromium.ts';

const opened = openStates();

const NAMES = [
  'Acme Shop',
  'Yahoo!',
  'C++',
  '한빛 서점',
  '(주)가나다라마바사아자차카타파하가나다라마바사아자차카타파하',
  'Supercalifragilisticexpialidocious-Applications',
  'W'.repeat(60),
];

const signIn = (name: string) => renderSignIn(contextIn('ko'), signInProps({ application: application(name) }));
const consent = (name: string) =>
  renderConsent(contextIn('ko'), consentProps({ application: application(name), items: [row('nickname')] }));

test.each(
  NAMES.flatMap((name) => [
    ['sign-in', name, signIn(name)],
    ['consent', name, consent(name)],
  ]),
)('pages: the particle after the name of an application on "%s": %s', async (_page, _name, html) => {
  const page = await opened.windowIn('ko');
  await page.setContent(html);
  for (let width = 320; width <= 420; width += 9) {
    await opened.resize('ko', width);
    expect(await overflowOf(page), `${width} px`).toEqual([]);
    const torn = await page.evaluate(() => {
      const topOf = (text: Text, at: number) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().top;
      };
      const names = [...document.querySelectorAll('.kept bdi')];
      if (names.length === 0) return ['nothing was looked at'];
      return names.flatMap((name) => {
        const last = name.lastChild as Text;
        const particle = name.parentNode?.nextSibling as Text;
        // The first character is the word joiner.
        const apart = Math.abs(topOf(last, last.length - 1) - topOf(particle, 1));
        return apart > 8 ? [particle.data] : [];
      });
    });
    expect(torn, `${width} px`).toEqual([]);
  }
});
