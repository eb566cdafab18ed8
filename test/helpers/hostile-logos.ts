// What nobody may set as a logo, neither of an application nor of the service (case N7).
import { png, pngChunk, WEBP } from './images.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** Contents under a type that is taken, each with the code of its refusal. */
export const HOSTILE_LOGOS: readonly (readonly [
  name: string,
  body: string | Buffer,
  type: 'image/png' | 'image/webp',
  code: string,
])[] = [
  ['SVG said to be PNG', SVG, 'image/png', 'logo-malformed'],
  ['HTML said to be WebP', '<!doctype html><script>alert(1)</script>', 'image/webp', 'logo-malformed'],
  ['PNG said to be WebP', png(1), 'image/webp', 'logo-malformed'],
  ['PNG with a script behind it', Buffer.concat([png(1), Buffer.from('<script>')]), 'image/png', 'logo-malformed'],
  ['animated PNG', png(1, 1, { extra: [pngChunk('acTL', Buffer.alloc(8))] }), 'image/png', 'logo-animated'],
  ['animated WebP', WEBP.animated, 'image/webp', 'logo-animated'],
  ['513 pixels', png(513, 1), 'image/png', 'logo-side'],
];

/** Types that are not taken, whatever the contents. */
export const HOSTILE_TYPES = [
  ...['image/svg+xml', 'text/html', 'image/gif', 'image/jpeg', 'application/json', 'image/png; x=y', 'image/*'],
] as const;
