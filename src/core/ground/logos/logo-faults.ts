// What can be wrong with a logo (contract 3).

export const LOGO_DETAILS = {
  'logo-malformed': 'The body is not a complete image of the type in Content-Type. Send a PNG or WebP file unchanged.',
  'logo-too-large': 'A logo can have at most 48 KiB.',
  'logo-side': 'A logo can have at most 512 × 512 pixels.',
  'logo-animated': 'Send an image that is not animated.',
} as const;

export type LogoFaultCode = keyof typeof LOGO_DETAILS;
