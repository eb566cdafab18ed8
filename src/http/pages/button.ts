// GET /button: the sign-in button for applications, and how to use it. GET /button.svg: its image, for any site.
// Nothing of the request is in the image but values from fixed lists.
import { renderButtonPage } from '../../views/developers/button.tsx';
import { BUTTON_SIZES, BUTTON_THEMES, type ButtonVariant, renderButton } from '../../views/developers/button-image.tsx';
import { LANGUAGES } from '../../views/page/page.ts';
import { LANGUAGE_FIELD } from '../browsers/language.ts';
import { httpError } from '../errors/http-error.ts';
import { IMAGE_POLICY } from '../pictures/logos.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { type SendConstant, sendConstant } from '../wire/constant-body.ts';
import { queryOf } from '../wire/request-parts.ts';
import { sendConstantPage } from './constant-page.ts';

export const buttonRoutes = (deps: AuthDeps): Route[] => [
  {
    path: '/button',
    errors: 'page',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: sendConstantPage(deps, '/button', (context) => renderButtonPage(context, deps)),
      },
    },
  },
  {
    path: '/button.svg',
    errors: 'negotiated',
    mayHaveExtension: true,
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: sendImage(deps),
      },
    },
  },
];

/** Each variant is drawn when it is first asked for. */
function sendImage({ brand }: Pick<AuthDeps, 'brand'>): SendConstant {
  const made = new Map<string, SendConstant>();
  const make = (variant: ButtonVariant): SendConstant =>
    sendConstant({
      text: renderButton(brand, variant),
      type: 'image/svg+xml; charset=utf-8',
      cacheControl: 'public, max-age=86400',
      isTagged: true,
    });
  return (request, reply) => {
    const variant = readVariant(queryOf(request));
    const key = Object.values(variant).join(' ');
    const send = made.get(key) ?? make(variant);
    made.set(key, send);
    reply.header('content-security-policy', IMAGE_POLICY).header('cross-origin-resource-policy', 'cross-origin');
    return send(request, reply);
  };
}

/** @throws 400 that names every wrong parameter with the values it may have */
export function readVariant(query: { all(name: string): readonly string[] }): ButtonVariant {
  const faults: string[] = [];
  const read = <Value extends string>(name: string, allowed: readonly Value[], byDefault: Value): Value => {
    const sent = query.all(name);
    const found = allowed.find((value) => value === sent[0]);
    if (sent.length === 0) return byDefault;
    if (found === undefined || sent.length > 1) faults.push(`${name} must be one of ${allowed.join(', ')}, sent once.`);
    return found ?? byDefault;
  };
  const variant = {
    theme: read('theme', BUTTON_THEMES, 'light'),
    size: read('size', BUTTON_SIZES, 'large'),
    language: read(LANGUAGE_FIELD, LANGUAGES, 'en'),
  };
  if (faults.length > 0) throw httpError(400, faults.join(' '), { code: 'query-value-unknown' });
  return variant;
}
