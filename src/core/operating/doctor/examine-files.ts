// Checks the files that only the server's user may open, and files left beside the database.
import { DAY_MS, days, type Finding, fault, findingOf, megabytes, ok, warning } from './finding.ts';

export type FileFacts = {
  path: string;
  /** The target of a dangling link at `path`; undefined: no link, or its target exists. */
  danglingTarget?: string;
  /**
   * `private`: only the owner may read it. `settings`: only the owner may change it. `folder`: only the owner may
   * create files in it. `leftover`: left beside the database, and private too.
   */
  kind: 'private' | 'settings' | 'folder' | 'leftover';
  /** The permission bits and the sticky bit. */
  mode: number;
  bytes: number;
  changedAt: number;
};

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
/** By then, a copy from before a successful change is no longer needed. */
const MAX_LEFTOVER_DAYS = 30;

export const FILE_FINDINGS = {
  'files-private': ok('files', '{count} files checked: only their owner can read them'),
  'file-link-dangling': fault(
    'files',
    '{path} is a link to {target}, which does not exist',
    'mount its disk, restore the file, or remove the link',
  ),
  'folder-open': fault('files', 'other users can create files in {path} (mode {mode})', 'chmod go-w {path}'),
  'settings-open': fault('files', 'other users can change {path} (mode {mode})', 'chmod go-w {path}'),
  'file-open': fault('files', 'other users can read {path} (mode {mode})', 'chmod 600 {path}'),
  'file-interrupted': warning(
    'files',
    '{path} was left by an interrupted backup or restore ({size})',
    'delete it: rm {path}',
  ),
  'file-left': warning('files', '{path} is {age} days old, and its tokens still work ({size})', 'delete it: rm {path}'),
} as const;
const tell = findingOf(FILE_FINDINGS);

export function examineFiles(files: readonly FileFacts[], now: number): Finding[] {
  const findings = files.flatMap((file) => [...examineLink(file), ...examineMode(file), ...examineLeftover(file, now)]);
  return findings.length > 0 ? findings : [tell('files-private', { count: files.length })];
}

function examineLink({ path, danglingTarget }: FileFacts): Finding[] {
  return danglingTarget === undefined ? [] : [tell('file-link-dangling', { path, target: danglingTarget })];
}

function examineMode({ path, kind, mode: bits }: FileFacts): Finding[] {
  const mode = (bits & 0o777).toString(8).padStart(4, '0');
  if (kind === 'folder') {
    if ((bits & OTHERS_WRITE) === 0 || (bits & STICKY) !== 0) return [];
    return [tell('folder-open', { path, mode })];
  }
  if (kind === 'settings') return (bits & OTHERS_WRITE) === 0 ? [] : [tell('settings-open', { path, mode })];
  return (bits & OTHERS) === 0 ? [] : [tell('file-open', { path, mode })];
}

function examineLeftover({ path, kind, bytes, changedAt }: FileFacts, now: number): Finding[] {
  if (kind !== 'leftover') return [];
  const size = megabytes(bytes);
  if (path.endsWith('.part')) return now - changedAt < DAY_MS ? [] : [tell('file-interrupted', { path, size })];
  const age = days(now - changedAt);
  return age < MAX_LEFTOVER_DAYS ? [] : [tell('file-left', { path, age, size })];
}
