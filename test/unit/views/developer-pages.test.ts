// The pages for members of an application's team: what strangers wrote stays text (K10, K11), and what is marked is
// what differs.
import { describe, expect, it } from 'vitest';
import { renderRegisteredUri, renderRegisterUri } from '../../../src/views/console/register-redirect-uri.tsx';
import { renderSampleCode } from '../../../src/views/console/sample-code/sample-code.tsx';
import { renderTryIt, renderTryItResult } from '../../../src/views/console/try-it.tsx';
import { renderMismatch } from '../../../src/views/pages/redirect-uri-mismatch.tsx';
import { applicationPage, consoleContext, registered } from './console-states.ts';
import { DEVELOPER_STATES, mismatchProps, registerProps, tryItResult } from './developer-states.ts';
import { PAYLOADS, readTags } from './payloads.ts';
import { ARABIC_NAME, fault } from './people.ts';

const context = consoleContext('en');

const hostile = (text: string) =>
  applicationPage({
    application: registered({
      name: text,
      clientSecretRequired: true,
      redirectUris: [{ id: 'r', redirectUri: `https://shop.example/${text}`, createdAt: 0 }],
      postLogoutRedirectUris: [`https://shop.example/${text}`],
    }),
  });

const PAGES: Readonly<Record<string, (text: string) => string>> = {
  mismatch: (text) =>
    renderMismatch(
      context,
      mismatchProps({
        application: text,
        addressesHref: text,
        registerHref: text,
        sent: text,
        warning: { otherHost: text },
        compared: [
          {
            sent: [{ text, same: false }],
            registered: [{ text, same: true }],
            firstDifference: 1,
            differences: ['path'],
          },
        ],
        requestId: text,
      }),
    ),
  'the question whether to register': (text) =>
    renderRegisterUri(
      context,
      registerProps({
        application: text,
        sent: text,
        warning: { otherHost: text },
        action: text,
        backHref: text,
        conflicts: [{ fault: fault(text, text), stored: [text] }],
        faults: [fault(text, text)],
      }),
    ),
  'what was registered': (text) => renderRegisteredUri(context, { application: text, sent: text, addressesHref: text }),
  'code to paste': (text) =>
    renderSampleCode(context, hostile(text), {
      method: 'REST API',
      authUrl: 'https://id.example',
      apiUrl: 'https://api.id.example',
    }),
  'code to paste for a page': (text) =>
    renderSampleCode(context, hostile(text), {
      method: 'JavaScript',
      authUrl: 'https://id.example',
      apiUrl: 'https://api.id.example',
    }),
  'try it': (text) => renderTryIt(context, hostile(text), text),
  'what a run showed': (text) =>
    renderTryItResult(
      context,
      hostile(text),
      tryItResult({
        steps: [
          {
            step: 'callback',
            line: text,
            parameters: [[text, text]],
            documents: [{ title: 'claims', value: { [text]: text } }],
          },
        ],
      }),
    ),
};

/** Elements and the names of their attributes: what a text must not change. */
const shapeOf = (tags: ReturnType<typeof readTags>): string[] =>
  tags.map(({ name, attributes }) => `${name} ${[...attributes.keys()].sort().join(' ')}`);

describe('K10: what strangers wrote', () => {
  for (const [page, render] of Object.entries(PAGES)) {
    it(`stays text on "${page}"`, () => {
      const plain = shapeOf(readTags(render('plain')));
      for (const text of PAYLOADS) {
        const tags = readTags(render(text));
        expect(shapeOf(tags), text).toEqual(plain);
        const links = tags.flatMap(({ attributes }) => ['href', 'action', 'src'].map((name) => attributes.get(name)));
        expect(links.filter((link) => /^\s*javascript:/i.test(link ?? ''))).toEqual([]);
      }
    });
  }
});

describe('the result of a run of "try it"', () => {
  const stepsOf = (html: string) => [...html.matchAll(/<details class="row exchange"( open)?>[\s\S]*?<\/details>/g)];

  it('is one list: each step is a line that opens to the whole of it, and the last one is open', () => {
    const html = DEVELOPER_STATES['console-try-it-done']?.('en') ?? '';
    const steps = stepsOf(html);
    expect(steps.map(([, open]) => open !== undefined)).toEqual([false, false, false, false, false, true]);
    expect(steps[2]?.[0]).toContain('3. Your server exchanges the code');
    expect(steps[2]?.[0]).toContain(
      '<span class="hint"><code dir="ltr">POST https://id.acme.example/oauth/token</code></span>',
    );
    expect(steps[2]?.[0]).toContain('code_verifier');
    expect(steps[4]?.[0]).toContain('3hd95k1ufh1sufg3');
  });

  it('shows why it failed at once', () => {
    const steps = stepsOf(DEVELOPER_STATES['console-try-it-failed']?.('en') ?? '');
    expect(steps.at(-1)?.[1]).toBe(' open');
    expect(steps.at(-1)?.[0]).toContain('invalid_grant');
  });
});

describe('the mismatch page', () => {
  it('marks what differs and nothing else, each URI left to right', () => {
    const html = DEVELOPER_STATES['console-mismatch-rtl']?.('ko') ?? '';
    expect(html).toContain('<code dir="ltr">http://localhost:3000/callback<mark>/</mark></code>');
    expect(html).toContain('<code dir="ltr">http://localhost:3000/callback</code>');
    expect(html).toContain(`<bdi>${ARABIC_NAME}</bdi>`);
  });

  it('the comparison with the most similar URI comes first, before any explanation; the others are folded', () => {
    const html = DEVELOPER_STATES['console-mismatch']?.('en') ?? '';
    const places = [
      '<h1>',
      'class="comparisons"',
      'sent a redirect URI that is not registered',
      '<details class="fold">',
    ];
    const found = places.map((place) => html.indexOf(place));
    expect(found.every((at) => at > 0)).toBe(true);
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(html.slice(0, html.indexOf('<details')).match(/class="compared"/g)).toHaveLength(1);
    expect(html.slice(html.indexOf('<details')).match(/class="compared"/g)).toHaveLength(1);
  });

  it('the comparison and the warning stand before the way to register, which is not the main button', () => {
    const html = DEVELOPER_STATES['console-mismatch-other-host']?.('en') ?? '';
    const places = ['class="comparisons"', '<bdi>evil.example</bdi>', '<a class="secondary" href="/redirect-uri'];
    const found = places.map((place) => html.indexOf(place));
    expect(found.every((at) => at > 0)).toBe(true);
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(html).not.toContain('class="primary"');
  });

  it('the question shows the whole URI, the warning and what it means before its button', () => {
    const html = DEVELOPER_STATES['console-register-uri-none']?.('en') ?? '';
    const places = [
      '<code dir="ltr">',
      '<bdi>evil.example</bdi>',
      'receives the codes of your users',
      'class="secondary"',
    ];
    const found = places.map((place) => html.indexOf(place));
    expect(found.every((at) => at > 0)).toBe(true);
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(html).not.toContain('class="primary"');
  });

  it('without the right to register there is no way to it', () => {
    expect(DEVELOPER_STATES['console-mismatch-viewer']?.('en')).not.toContain('/redirect-uri-mismatch');
  });
});
