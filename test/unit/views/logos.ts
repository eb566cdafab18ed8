// Logos that owners might send: one that fills its square, dark drawing on nothing, light drawing on nothing, one that
// is far wider than high.
import { type Pixel, png } from '../../helpers/images.ts';

const within = (x: number, y: number, size: number, radius: number) =>
  (x - size / 2) ** 2 + (y - size / 2) ** 2 < (radius * size) ** 2;

const ring =
  (colour: readonly [number, number, number]): Pixel =>
  (x, y) =>
    within(x, y, 112, 0.48) && !within(x, y, 112, 0.28) ? [...colour, 255] : [0, 0, 0, 0];

const filled: Pixel = (x, y) => (within(x, y, 112, 0.3) ? [255, 255, 255, 255] : [214, 64, 69, 255]);
const wide: Pixel = (x) => (x % 40 < 28 ? [20, 90, 200, 255] : [0, 0, 0, 0]);

/** By path, as the auth host serves them, and a person's own picture. */
export const LOGOS: Readonly<Record<string, Buffer>> = {
  '/logos/acme/filled': png(112, 112, { pixel: filled }),
  '/logos/acme/dark': png(112, 112, { pixel: ring([22, 24, 29]) }),
  '/logos/acme/light': png(112, 112, { pixel: ring([236, 240, 250]) }),
  '/logos/acme/wide': png(320, 80, { pixel: wide }),
  '/account/picture': png(112, 84, { pixel: filled }),
};

export const someLogo = (at: number): string => Object.keys(LOGOS)[at % 4] ?? '';
