// The sign-in button of applications as an SVG image. It needs no font from elsewhere, so its width is estimated.

import { render } from 'preact-render-to-string';
import { messagesFor } from '../messages/messages-for.ts';
import { accentFor, DARK, LIGHT } from '../page/accent.ts';
import type { Brand } from '../page/brand.ts';
import type { Language } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { KEYHOLE } from '../parts/icons.tsx';

export const BUTTON_THEMES = ['light', 'dark', 'outline'] as const;
export const BUTTON_SIZES = ['small', 'large'] as const;
export type ButtonTheme = (typeof BUTTON_THEMES)[number];
export type ButtonSize = (typeof BUTTON_SIZES)[number];
export type ButtonVariant = { theme: ButtonTheme; size: ButtonSize; language: Language };

export type ButtonLook = {
  text: string;
  fill: string;
  ink: string;
  rim: string;
  width: number;
  height: number;
  font: number;
  icon: number;
  padding: number;
  gap: number;
};

export const FONT_FAMILY =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Apple SD Gothic Neo", "Noto Sans KR", sans-serif';

const SIZES = {
  small: { height: 36, font: 14, icon: 16, padding: 14, gap: 8 },
  large: { height: 48, font: 16, icon: 20, padding: 20, gap: 10 },
} as const;

const coloursOf = (theme: ButtonTheme, accentColor: string): Pick<ButtonLook, 'fill' | 'ink' | 'rim'> => {
  const { fill, text, ink } = accentFor(accentColor, theme === 'dark' ? DARK : LIGHT);
  return theme === 'outline' ? { fill: '#ffffff', ink, rim: ink } : { fill, ink: text, rim: fill };
};

/** In em, as in the widest of the fonts. Combining marks take no space. */
const widthOf = (character: string): number => {
  if (/\p{M}/u.test(character)) return 0;
  if (/[ .,:;'!|()[\]iIjltfr\u00b7\u2019-]/.test(character)) return 0.4;
  if (/[mwMW@%&]/.test(character)) return 1;
  if (/[A-Z]/.test(character)) return 0.76;
  if (/[\u0020-\u06ff]/.test(character)) return 0.65;
  return /\p{Extended_Pictographic}/u.test(character) ? 1.4 : 1.02;
};

const textWidth = (text: string, font: number): number =>
  Math.ceil([...text].reduce((sum, character) => sum + widthOf(character), 0) * font);

const wordsOf = (brand: Brand, language: Language) => {
  const name = showName(brand.serviceName);
  return { name, phrase: messagesFor(language).reference.button.text(name) };
};

export const lookOf = (brand: Brand, { theme, size, language }: ButtonVariant): ButtonLook => {
  const { name, phrase } = wordsOf(brand, language);
  const text = phrase.map((part) => (typeof part === 'string' ? part : name)).join('');
  const { height, font, icon, padding, gap } = SIZES[size];
  const width = padding + icon + gap + textWidth(text, font) + padding;
  return { text, ...coloursOf(theme, brand.accentColor), width, height, font, icon, padding, gap };
};

export const renderButton = (brand: Brand, variant: ButtonVariant): string => {
  const { text, fill, ink, rim, width, height, font, icon, padding, gap } = lookOf(brand, variant);
  const { name, phrase } = wordsOf(brand, variant.language);
  const from = padding + icon + gap;
  return render(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={text}
      lang={variant.language}
    >
      <title>{text}</title>
      <rect x="0.5" y="0.5" width={width - 1} height={height - 1} rx="8" fill={fill} stroke={rim} />
      <path transform={`translate(${padding} ${(height - icon) / 2}) scale(${icon / 24})`} d={KEYHOLE} fill={ink} />
      <text
        x={(from + width - padding) / 2}
        y={Math.round(height / 2 + font * 0.35)}
        font-family={FONT_FAMILY}
        font-size={font}
        font-weight="600"
        text-anchor="middle"
        fill={ink}
      >
        {phrase.map((part) => (typeof part === 'string' ? part : <tspan unicode-bidi="isolate">{name}</tspan>))}
      </text>
    </svg>,
  );
};
