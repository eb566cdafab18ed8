// The logo of an application (contract 3): a small image that its owner sends, shown where the application is named. It
// is never fetched from anywhere and never anything but an image (case N7).

import type { Fault } from '../fault.ts';
import { hashContents } from '../secrets.ts';
import { LOGO_DETAILS, type LogoFaultCode } from './logo-faults.ts';
import { type LogoType, readImage } from './logo-image.ts';

export const MAX_LOGO_BYTES = 48 * 1024;
/** Of a side, in pixels. */
export const MAX_LOGO_SIDE = 512;

export type Logo = {
  mediaType: LogoType;
  image: Buffer;
  /** Identifies the contents: what is served under it never changes. */
  hash: string;
};

const HASH_DIGITS = 32;

/** @param mediaType as the sender states it; the bytes decide whether it is true */
export function checkLogo(mediaType: LogoType, image: Buffer): { logo: Logo; faults: Fault[] } {
  const hash = hashContents(image).toString('hex').slice(0, HASH_DIGITS);
  return {
    logo: { mediaType, image, hash },
    faults: faultsOf(mediaType, image).map((code) => ({ path: [], code, detail: LOGO_DETAILS[code] })),
  };
}

function faultsOf(mediaType: LogoType, image: Buffer) {
  const faults: LogoFaultCode[] = [];
  if (image.length > MAX_LOGO_BYTES) faults.push('logo-too-large');
  const reading = readImage(mediaType, image);
  if (reading === 'animated') faults.push('logo-animated');
  else if (!reading) faults.push('logo-malformed');
  else if (![reading.width, reading.height].every((side) => side >= 1 && side <= MAX_LOGO_SIDE))
    faults.push('logo-side');
  return faults;
}

/** The path where the auth host serves it; undefined: no logo. */
export const logoPath = ({ id, logoHash }: { id: string; logoHash: string | undefined }): string | undefined =>
  logoHash === undefined ? undefined : `/logos/${id}/${logoHash}`;

/** Its public URI. @param issuer public origin of the auth host */
export function logoUri(application: Parameters<typeof logoPath>[0], issuer: string): string | undefined {
  const path = logoPath(application);
  return path && issuer + path;
}
