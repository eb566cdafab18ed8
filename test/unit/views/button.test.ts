// The sign-in button for applications: readable in every colour of a service, whole for every name, and safe to paste.
import { describe, expect, it } from 'vitest';
import { imageCode, inlineCode } from '../../../src/views/developers/button-code.tsx';
import { BUTTON_SIZES, BUTTON_THEMES, lookOf, renderButton } from '../../../src/views/developers/button-image.tsx';
import { contrastOf } from '../../../src/views/page/accent.ts';
import { LANGUAGES } from '../../../src/views/page/page.ts';
import { brand } from './contexts.ts';
import { PAYLOADS, readTags } from './payloads.ts';
import { ARABIC_NAME } from './people.ts';

const VARIANTS = BUTTON_THEMES.flatMap((theme) =>
  BUTTON_SIZES.flatMap((size) => LANGUAGES.map((language) => ({ theme, size, language }))),
);
const large = { theme: 'light', size: 'large', language: 'en' } as const;
const named = (serviceName: string) => ({ ...brand, serviceName });
const shapeOf = (html: string) =>
  readTags(html).map(({ name, attributes }) => `${name} ${[...attributes.keys()].join(' ')}`);

describe('the image of the sign-in button', () => {
  it('says whose sign-in it is, in each language, as text, title and label', () => {
    const english = renderButton(brand, large);
    expect(english).toContain('<title>Sign in with Latchkey</title>');
    expect(english).toContain('role="img" aria-label="Sign in with Latchkey"');
    expect(renderButton(named('한빛 계정'), { ...large, language: 'ko' })).toContain(
      '<title>한빛 계정으로 로그인</title>',
    );
    expect(renderButton(named('한빛'), { ...large, language: 'ko' })).toContain('<title>한빛으로 로그인</title>');
  });

  it.each(['#000000', '#ffffff', '#2456c7', '#ffd400', '#777777', '#00ff00', '#fee500', '#ff0000'])(
    'WCAG 1.4.3: its text has a contrast of at least 4.5 in every theme, with the colour %s',
    (accentColor) => {
      for (const variant of VARIANTS) {
        const { fill, ink } = lookOf({ ...brand, accentColor }, variant);
        expect(contrastOf(fill, ink), JSON.stringify(variant)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('is the size that it says, small and large, and wider for a longer name', () => {
    for (const variant of VARIANTS) {
      const { width, height } = lookOf(brand, variant);
      expect(height).toBe({ small: 36, large: 48 }[variant.size]);
      expect(renderButton(brand, variant)).toContain(
        `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
      );
    }
    const widths = ['il', 'Latchkey', 'WWWWWWWW', '한빛 통합 로그인 계정'].map(
      (name) => lookOf(named(name), large).width,
    );
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(new Set(widths).size).toBe(4);
  });

  it('isolates a right-to-left name', () => {
    expect(renderButton(named(ARABIC_NAME), large)).toContain(`<tspan unicode-bidi="isolate">${ARABIC_NAME}</tspan>`);
  });

  it('has no style, script, link or font of another place', () => {
    for (const variant of VARIANTS) {
      const image = renderButton(brand, variant);
      expect(image).not.toMatch(/style|script|href|url\(|@/);
      expect(image.match(/https?:[^"]+/g)).toEqual(['http://www.w3.org/2000/svg']);
    }
  });

  it('K10: a name stays text, in the image and in the code to paste', () => {
    const pieces = (name: string) => [
      renderButton(named(name), large),
      imageCode(named(name), large, 'https://id.example'),
      inlineCode(named(name), large),
    ];
    for (const payload of PAYLOADS) expect(pieces(payload).map(shapeOf), payload).toEqual(pieces('plain').map(shapeOf));
  });
});

describe('the code to paste', () => {
  it('shows the image of this server, with its size and its text', () => {
    const { width } = lookOf(brand, large);
    expect(imageCode(brand, large, 'https://id.example')).toBe(
      `<a href="https://your-application.example/sign-in"><img src="https://id.example/button.svg?theme=light&amp;size=large&amp;ui_locales=en" alt="Sign in with Latchkey" width="${width}" height="48"/></a>`,
    );
  });

  it('or loads nothing from anywhere', () => {
    const code = inlineCode(brand, { ...large, theme: 'outline' });
    expect(code.match(/https?:[^"]+/g)).toEqual(['https://your-application.example/sign-in']);
    expect(code).not.toMatch(/url\(|src=/);
    expect(code).toContain('background:#ffffff');
    expect(code).toContain('<span>Sign in with Latchkey</span>');
  });
});
