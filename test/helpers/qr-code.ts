// Reads the QR code of a page as a camera does: draws its SVG as pixels, and decodes them.
import jsqr from 'jsqr';

/** Pixels in the side of a module. */
const SCALE = 4;

/** @returns the text of the first QR code; undefined: no camera could read it. @throws Error when there is none */
export function textInQrCode(html: string): string | undefined {
  const svg = /<svg class="qr" viewBox="0 -\.5 (\d+) \1"[^>]*>[\s\S]*?<\/svg>/.exec(html);
  const background = /<rect y="-\.5" width="(\d+)" height="(\d+)" fill="#fff"/.exec(svg?.[0] ?? '');
  const path = /<path d="([^"]*)" stroke="#000"/.exec(svg?.[0] ?? '')?.[1];
  if (!svg || path === undefined || background?.[1] !== svg[1]) throw new Error('There is no QR code on white.');
  const side = Number(svg[1]) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const darken = (x: number, y: number) => pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  for (const [, left, row, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    const [from, to] = [Number(left) * SCALE, (Number(left) + Number(length)) * SCALE];
    for (let y = Number(row) * SCALE; y < (Number(row) + 1) * SCALE; y += 1) {
      for (let x = from; x < to; x += 1) darken(x, y);
    }
  }
  return jsqr.default(pixels, side, side, { inversionAttempts: 'dontInvert' })?.data;
}
