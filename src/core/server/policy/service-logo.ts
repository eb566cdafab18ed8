// The logo of the service, a member of the policy (contract 29). It is checked as an application's logo is, by its
// bytes (case N7). No setting gives it.
import { checkLogo, type Logo } from '../../ground/logos/logo.ts';
import { LOGO_TYPES } from '../../ground/logos/logo-image.ts';

/** `image`: in Base64, because the policy is stored as JSON. */
export type ServiceLogo = Pick<Logo, 'mediaType' | 'hash'> & { image: string };

export const toServiceLogo = ({ mediaType, image, hash }: Logo): ServiceLogo => ({
  ...{ mediaType, hash },
  image: image.toString('base64'),
});

export const serviceLogoBytes = ({ image }: ServiceLogo): Buffer => Buffer.from(image, 'base64');

export const SERVICE_LOGO_RULE = 'a PNG or WebP image, not animated, of at most 48 KiB and 512 × 512 pixels';

/** @returns undefined: it is no logo */
export function readServiceLogo(raw: unknown): { value: ServiceLogo } | undefined {
  const { mediaType, image } = (raw ?? {}) as Readonly<Record<string, unknown>>;
  const type = LOGO_TYPES.find((known) => known === mediaType);
  if (type === undefined || typeof image !== 'string') return undefined;
  const { logo, faults } = checkLogo(type, Buffer.from(image, 'base64'));
  return faults.length > 0 ? undefined : { value: toServiceLogo(logo) };
}

/** Beside the logos of applications, whose ids are hexadecimal. */
export const SERVICE_LOGOS = 'service';

/** The path where the auth host serves it; undefined: no logo. */
export const serviceLogoPath = (logo: ServiceLogo | undefined): string | undefined =>
  logo && `/logos/${SERVICE_LOGOS}/${logo.hash}`;
