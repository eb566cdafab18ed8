// The assets: named by their contents, the operator's colour readable whatever it is, links and contacts only as such.
import { describe, expect, it } from 'vitest';
import { assetPaths, loadAssets } from '../../../src/views/assets/assets.ts';
import { buildLooks } from '../../../src/views/assets/build-style.ts';
import { accentFor, contrastOf } from '../../../src/views/page/accent.ts';
import { contactHref, initialOf, ownPath, safeUrl, showName } from '../../../src/views/page/safe-text.ts';
import { assets, brand } from './contexts.ts';

const COLOURS = [
  '#000000',
  '#ffffff',
  '#ffff00',
  '#00ff00',
  '#ff0000',
  '#0000ff',
  '#808080',
  '#3451d1',
  '#f5a9b8',
  '#777777',
];
const LIGHT = { surfaces: ['#ffffff', '#f4f5f7'], dark: false };
const DARK = { surfaces: ['#17191f', '#0e1014'], dark: true };

describe('assets', () => {
  it('assets: their paths have no extension and change with their contents', () => {
    const other = loadAssets({ ...brand, accentColor: '#0a7d32' });
    for (const { path } of Object.values(assets)) expect(path).toMatch(/^\/assets\/[a-z]+-[0-9a-f]{16}$/);
    expect(other.style.path).not.toBe(assets.style.path);
    expect(other.script.path).toBe(assets.script.path);
    expect(assetPaths(assets)).toEqual({
      style: assets.style.path,
      wide: assets.wide.path,
      script: assets.script.path,
      passkeyScript: assets.passkeyScript.path,
      consoleStyle: assets.consoleStyle.path,
      policyStyle: assets.policyStyle.path,
      policyScript: assets.policyScript.path,
      sectionStyle: assets.sectionStyle.path,
      developersStyle: assets.developersStyle.path,
      consoleScript: assets.consoleScript.path,
      icon: assets.icon.path,
    });
  });

  it('assets: the surfaces the accent is computed for are those of the stylesheet', () => {
    for (const colour of [...LIGHT.surfaces, ...DARK.surfaces]) {
      const short = /^#(.)\1(.)\2(.)\3$/.exec(colour);
      expect(assets.style.body).toContain(short ? `#${short[1]}${short[2]}${short[3]}` : colour);
    }
  });

  it('assets: nothing is fetched from elsewhere; a page looks at its own link, or gets a challenge', () => {
    const everything = Object.values(assets).filter(({ path }) => path !== assets.icon.path);
    expect(everything.map(({ body }) => body).join('\n')).not.toMatch(
      /url\(|@import|https?:|fetch\((?!waiting\.href,|challengeHref,)/,
    );
  });

  it('assets: the script is one that a browser can read', () => {
    for (const { body } of [assets.script, assets.passkeyScript, assets.consoleScript, assets.policyScript])
      expect(() => new Function(body)).not.toThrow();
  });

  for (const colour of COLOURS) {
    it(`WCAG 2.2 AA: the accent ${colour} can be read in both themes`, () => {
      for (const theme of [LIGHT, DARK]) {
        const accent = accentFor(colour, theme);
        expect(contrastOf(accent.fill, accent.text)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(accent.hover, accent.text)).toBeGreaterThanOrEqual(4.5);
        for (const surface of theme.surfaces) {
          expect(contrastOf(accent.fill, surface)).toBeGreaterThanOrEqual(3);
          expect(contrastOf(accent.ink, surface)).toBeGreaterThanOrEqual(4.5);
        }
      }
    });
  }

  it('WCAG 2.2: contrast is computed as defined', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

/** Rules of both sheets, those of what depends on the window aside. */
const rulesOf = (wanted: (selector: string) => boolean) =>
  [...`${assets.style.body}${assets.policyStyle.body}`.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(
    ([, selectors = '', rules = '']) =>
      selectors
        .replace(/\/\*.*?\*\//gs, '')
        .split(',')
        .some((selector) => wanted(selector.trim()))
        ? [rules.trim()]
        : [],
  );

describe('the preview of the sign-in page', () => {
  it('has both looks in every colour that it is drawn in', () => {
    const [light = '', dark = ''] = buildLooks(assets.style.body, '#0a7d32').split('\n')[0]?.split('}') ?? [];
    const [, darkPage = ''] = assets.style.body.match(/dark\) \{\s*:root \{([^}]*)/) ?? [];
    const differing = new Set(namesIn(`${darkPage}--accent:--on-accent:--accent-ink:`));
    const parts = ['.card', '.key', '.key .icon', '.service', '.mark', '.mark.picture', '.mark.little'];
    const drawn = rulesOf((selector) => selector.includes('.look') || parts.includes(selector)).join(';');
    const used = [...drawn.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
    const wanted = [...new Set(used.filter((name) => differing.has(name)))];
    expect(wanted).toContain('--surface');
    for (const look of [light, dark]) expect(namesIn(look)).toEqual(expect.arrayContaining(wanted));
  });

  it('contract 29: shows a logo for dark pages as a dark page does', () => {
    expect(rulesOf((selector) => selector === '.look.bare .mark')).toEqual(
      rulesOf((selector) => selector === '.mark.two'),
    );
  });
});

function namesIn(declarations: string): string[] {
  return [...declarations.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name);
}

/** What the proof of the designed states in a browser takes as given (test/browser/states-in-chromium.ts). */
describe('what depends on the width', () => {
  const queries = [
    ...[assets.style, assets.wide, assets.consoleStyle, assets.policyStyle, assets.sectionStyle],
    assets.developersStyle,
  ].flatMap(({ body }) =>
    String(body)
      .split('@media')
      .slice(1)
      .flatMap((text) => {
        const [condition = '', ...rest] = text.split('{');
        return condition.includes('width') ? [{ condition, rules: endOfBlock(rest.join('{')) }] : [];
      }),
  );

  it('pages: nothing changes between 320 and 480 px, so what fits the narrowest fits phones', () => {
    expect(queries.length).toBeGreaterThan(8);
    const edges = queries.flatMap(({ condition }) =>
      [...condition.matchAll(/width\s*:\s*([\d.]+)rem/g)].map(([, rem]) => Number(rem) * 16),
    );
    expect(edges.length).toBeGreaterThanOrEqual(queries.length);
    expect(edges.filter((edge) => edge < 480)).toEqual([]);
  });

  it('WCAG 2.2 AA: of the colours, only that a narrow page is its own card, and the line above what stays', () => {
    const colours = queries.flatMap(({ rules }) => [
      ...rules.matchAll(/(?:color|background|border[a-z-]*|fill|stroke|opacity|outline[a-z-]*|filter)\s*:[^;}]*/g),
    ]);
    expect(new Set(colours.map(([text]) => text.replaceAll(/\s/g, '')))).toEqual(
      new Set(['background:var(--surface)', 'border:0', 'border-top:1pxsolidvar(--line)']),
    );
  });
});

/** Up to the brace that closes what is open. */
function endOfBlock(text: string): string {
  let open = 1;
  const end = [...text].findIndex((character) => {
    open += Number(character === '{') - Number(character === '}');
    return open === 0;
  });
  return text.slice(0, end);
}

describe('texts of strangers', () => {
  it.each(['https://acme.example', 'https://acme.example/privacy?x=1#y'])('safeUrl: %s is a link', (uri) => {
    expect(safeUrl(uri)).toMatch(/^https:\/\/acme\.example\//);
  });

  it.each([
    'http://acme.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//acme.example',
    'https://a:b@c.example',
    '',
  ])('safeUrl: %s is no link', (uri) => {
    expect(safeUrl(uri)).toBeUndefined();
  });

  it.each(['/', '/login?a=b&c=%20', '?ui_locales=ko', '/a\\b'])('ownPath: %s is kept', (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:x',
    '/\t/evil.example',
    '',
    'login',
  ])('ownPath: %s is dropped', (path) => {
    expect(ownPath(path)).toBe('#');
  });

  it('contactHref: an address of mail becomes mailto, an https URI a link, anything else stays text', () => {
    expect(contactHref('help@acme.example')).toBe('mailto:help@acme.example');
    expect(contactHref('mailto:help@acme.example')).toBe('mailto:help@acme.example');
    expect(contactHref('https://acme.example/help')).toBe('https://acme.example/help');
    expect(contactHref('room 12')).toBeUndefined();
    expect(contactHref('a@b?bcc=c@d')).toBeUndefined();
  });

  it('K11: names lose what turns, hides or controls, and keep the joiners that scripts need', () => {
    expect(showName('  Acme\u202e\u200b\nShop ')).toBe('Acme Shop');
    expect(showName('می\u200cخواهم')).toBe('می\u200cخواهم');
  });

  it('initialOf: the first thing a person sees, whole', () => {
    expect(initialOf('acme')).toBe('A');
    expect(initialOf('한빛')).toBe('한');
    expect(initialOf('(서점)')).toBe('서');
    expect(initialOf('👩‍💻 Tools')).toBe('👩‍💻');
    expect(initialOf('\u200b')).toBe('•');
  });
});
