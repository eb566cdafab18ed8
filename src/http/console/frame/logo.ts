// Sets or removes the logo on …/settings. The file is checked by its contents, as in the registration API (case N7).
import type { FastifyRequest } from 'fastify';
import type { Application } from '../../../core/applications/applications/application.ts';
import { removeLogo, setLogo } from '../../../core/applications/logos/edit-logo.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import { LOGO_TYPES, type LogoType } from '../../../core/ground/logos/logo-image.ts';
import { httpError } from '../../errors/http-error.ts';
import { fileOf, type SentFile } from '../../wire/request-parts.ts';
import type { Section, Work } from './console-section.ts';
import { type ActOutcome, ChangedMeanwhile, type RetryForm, refused } from './outcome.ts';

const FIELD = 'logo';

const fault = (code: string, detail: string): Fault => ({ path: [FIELD], code, detail });
export const NO_FILE = fault('logo-missing', 'Choose an image file.');

/** Uploads that are refused before anything looks at the image. */
const REFUSED_UPLOADS: Readonly<Record<Exclude<SentFile['kind'], 'one' | 'none'>, RetryForm>> = {
  several: refused([fault('logo-several-files', 'Choose a single image.')]),
  'too-large': { ...refused([fault('logo-too-large', 'A logo can have at most 48 KiB.')]), status: 413 },
};

export type SentLogo = { mediaType: LogoType; image: Buffer };

/** @returns the image in a form, or why it is refused; undefined: there is none */
export function logoIn(request: FastifyRequest): SentLogo | RetryForm | undefined {
  const file = fileOf(request);
  if (file.kind === 'none') return undefined;
  if (file.kind !== 'one') return REFUSED_UPLOADS[file.kind];
  if (file.field !== FIELD) return refused([NO_FILE]);
  const mediaType = LOGO_TYPES.find((type) => type === file.mediaType);
  if (!mediaType) return refused([fault('logo-type', 'Choose a PNG or WebP image.')]);
  return { mediaType, image: Buffer.concat(file.parts) };
}

export const isRefused = (logo: SentLogo | RetryForm): logo is RetryForm => 'kind' in logo;

/** The faults of an image, at the field of the form. */
export const logoFaults = (faults: readonly Fault[]): Fault[] => faults.map((one) => ({ ...one, path: [FIELD] }));

/** Refuses to replace or remove a logo that somebody else has changed since the form was made (case N9). */
const targetOf = ({ place, form }: Work) => ({
  caller: place.caller,
  applicationId: place.application.id,
  allow: ({ logoHash }: Application): void => {
    if ((logoHash ?? '') !== (form.get('entry') ?? '')) throw new ChangedMeanwhile('The logo is another');
  },
});

async function set(work: Work): Promise<ActOutcome> {
  const logo = logoIn(work.request) ?? refused([NO_FILE]);
  if (isRefused(logo)) return logo;
  const edit = await setLogo(work.deps.ports, { ...targetOf(work), ...logo });
  switch (edit.kind) {
    case 'set':
      return { kind: 'done', notice: 'logo-set' };
    case 'refused':
      return refused(logoFaults(edit.faults));
    case 'gone':
      throw httpError(404);
  }
}

async function remove(work: Work): Promise<ActOutcome> {
  // A logo that is already gone counts as removed.
  await removeLogo(work.deps.ports, targetOf(work));
  return { kind: 'done', notice: 'logo-removed' };
}

export const logoActions: Section<'settings'>['actions'] = {
  'set-logo': { need: 'change', confirm: 'harmless', act: set },
  'remove-logo': { need: 'change', confirm: 'harmless', act: remove },
};
