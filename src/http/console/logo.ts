// Sets or removes the logo on …/settings. The file is checked by its contents, as in the registration API (case N7).
import type { Application } from '../../core/applications/application.ts';
import type { Fault } from '../../core/fault.ts';
import { removeLogo, setLogo } from '../../core/logos/edit-logo.ts';
import { LOGO_TYPES } from '../../core/logos/logo.ts';
import { httpError } from '../errors/http-error.ts';
import { fileOf, type SentFile } from '../wire/request-parts.ts';
import type { Section, Work } from './console-section.ts';
import { ChangedMeanwhile } from './edit-in-console.ts';
import { type Again, changedMeanwhile, type Outcome, refused } from './outcome.ts';

const FIELD = 'logo';

const fault = (code: string, detail: string): Fault => ({ path: [FIELD], code, detail });
const NO_FILE = fault('logo-missing', 'Choose an image file.');

/** Uploads that are refused before anything looks at the image. */
const REFUSED_UPLOADS: Readonly<Record<Exclude<SentFile['kind'], 'one'>, Again>> = {
  none: refused([NO_FILE]),
  several: refused([fault('logo-several-files', 'Choose a single image.')]),
  'too-large': { ...refused([fault('logo-too-large', 'A logo can have at most 48 KiB.')]), status: 413 },
};

/** Refuses to replace or remove a logo that somebody else has changed since the form was made (case N9). */
const targetOf = ({ place, form }: Work) => ({
  caller: place.caller,
  applicationId: place.application.id,
  allow: ({ logoHash }: Application): void => {
    if ((logoHash ?? '') !== (form.get('entry') ?? '')) throw new ChangedMeanwhile('The logo is another');
  },
});

async function set(work: Work): Promise<Outcome> {
  const file = fileOf(work.request);
  if (file.kind !== 'one') return REFUSED_UPLOADS[file.kind];
  if (file.field !== FIELD) return refused([NO_FILE]);
  const mediaType = LOGO_TYPES.find((type) => type === file.mediaType);
  if (!mediaType) return refused([fault('logo-type', 'Choose a PNG or WebP image.')]);
  const edit = await setLogo(work.deps.ports, { ...targetOf(work), mediaType, image: file.bytes });
  switch (edit.kind) {
    case 'set':
      return { kind: 'done', notice: 'logo-set' };
    case 'refused':
      return refused(edit.faults.map((one) => ({ ...one, path: [FIELD] })));
    case 'gone':
      throw httpError(404);
  }
}

async function remove(work: Work): Promise<Outcome> {
  // A logo that is already gone counts as removed.
  await removeLogo(work.deps.ports, targetOf(work));
  return { kind: 'done', notice: 'logo-removed' };
}

const unlessChanged =
  (act: (work: Work) => Promise<Outcome>) =>
  (work: Work): Promise<Outcome> =>
    act(work).catch((error: unknown) => {
      if (error instanceof ChangedMeanwhile) return changedMeanwhile;
      throw error;
    });

export const logoActions: Section['actions'] = {
  'set-logo': { need: 'change', confirm: 'harmless', act: unlessChanged(set) },
  'remove-logo': { need: 'change', confirm: 'harmless', act: unlessChanged(remove) },
};
