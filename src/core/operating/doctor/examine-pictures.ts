// Checks that uploaded pictures can be decoded (decision 61).
import { type Finding, findingOf, ok, warning } from './finding.ts';

export const PICTURE_FINDINGS = {
  'pictures-taken': ok('pictures', 'people can upload pictures'),
  'pictures-refused': warning(
    'pictures',
    'nobody can upload a picture: {reason}',
    'run `npm ci` on this system, so that npm installs the binary of sharp for it',
  ),
} as const;
const tell = findingOf(PICTURE_FINDINGS);

/** @param trouble why the program that decodes them cannot be loaded; several lines. Undefined: it can */
export function examinePictures(trouble: string | undefined): Finding {
  if (trouble === undefined) return tell('pictures-taken');
  const [reason = ''] = trouble.split('\n');
  return tell('pictures-refused', { reason });
}
