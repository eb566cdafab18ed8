// What owners paste into their pages to show the sign-in button: the image, or HTML that loads nothing.

import { render } from 'preact-render-to-string';
import type { Brand } from '../page/brand.ts';
import { KEYHOLE } from '../parts/icons.tsx';
import { type ButtonVariant, FONT_FAMILY, lookOf } from './button-image.tsx';

/** Where the application starts its sign-in. Owners replace it. */
const START = 'https://your-application.example/sign-in';

export const buttonPath = ({ theme, size, language }: ButtonVariant): string =>
  `/button.svg?theme=${theme}&size=${size}&ui_locales=${language}`;

/** @param authUrl the public URL of this host */
export const imageCode = (brand: Brand, variant: ButtonVariant, authUrl: string): string => {
  const { text, width, height } = lookOf(brand, variant);
  return render(
    <a href={START}>
      <img src={authUrl + buttonPath(variant)} alt={text} width={width} height={height} />
    </a>,
  );
};

export const inlineCode = (brand: Brand, variant: ButtonVariant): string => {
  const { text, fill, ink, rim, height, font, icon, padding, gap } = lookOf(brand, variant);
  const style = [
    `display:inline-flex;align-items:center;gap:${gap}px;min-height:${height}px;padding:0 ${padding}px`,
    `box-sizing:border-box;border:1px solid ${rim};border-radius:8px;background:${fill};color:${ink}`,
    `font:600 ${font}px/1.25 ${FONT_FAMILY.replaceAll('"', "'")};text-decoration:none`,
  ].join(';');
  return render(
    <a href={START} lang={variant.language} style={style}>
      <svg width={icon} height={icon} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        <path d={KEYHOLE} />
      </svg>
      <span>{text}</span>
    </a>,
  );
};
