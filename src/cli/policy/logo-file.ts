// Reads the file of `latchkey policy set --logo` and `--logo-dark`. Its first bytes say which type it is.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fileTrouble } from '../../core/ground/file-trouble.ts';
import { checkLogo, MAX_LOGO_BYTES } from '../../core/ground/logos/logo.ts';
import { type ServiceLogo, toServiceLogo } from '../../core/server/policy/service-logo.ts';
import { CommandFailed } from '../frame/command.ts';

/** @param flag that named it @throws CommandFailed */
export function readLogoFile(path: string, flag = 'logo'): ServiceLogo {
  const bytes = read(path, flag);
  const mediaType = bytes.toString('latin1', 0, 4) === 'RIFF' ? 'image/webp' : 'image/png';
  const { logo, faults } = checkLogo(mediaType, bytes);
  // Of a file that is too large, only the beginning was read, which is no complete image.
  const told = bytes.length > MAX_LOGO_BYTES ? faults.slice(0, 1) : faults;
  if (told.length > 0)
    throw new CommandFailed(`--${flag} ${path}: ${told.map(({ code }) => REASONS[code]).join('; ')}`);
  return toServiceLogo(logo);
}

const REASONS: Readonly<Record<string, string>> = {
  'logo-malformed': 'not a complete PNG or WebP image',
  'logo-too-large': 'larger than 48 KiB',
  'logo-side': 'more than 512 pixels wide or high',
  'logo-animated': 'animated',
};

/** No more than what shows that a file is too large. */
function read(path: string, flag: string): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size, MAX_LOGO_BYTES + 1));
    return bytes.subarray(0, readSync(file, bytes));
  } catch (error) {
    throw new CommandFailed(`--${flag} ${path}: ${fileTrouble(error) ?? (error as Error).message}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
