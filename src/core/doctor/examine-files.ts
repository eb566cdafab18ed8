// Checks the files that only the server's user may open, and files left beside the database.
import { DAY_MS, days, type Finding, fault, megabytes, ok, warning } from './finding.ts';

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

const RESTORE_TARGET = 'mount its disk, restore the file, or remove the link';
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
/** By then, a copy from before a successful change is no longer needed. */
const MAX_LEFTOVER_DAYS = 30;

export function examineFiles(files: readonly FileFacts[], now: number): Finding[] {
  const findings = files.flatMap((file) => [...examineLink(file), ...examineMode(file), ...examineLeftover(file, now)]);
  return findings.length > 0
    ? findings
    : [ok('files', `${files.length} files checked: only their owner can read them`)];
}

function examineLink({ path, danglingTarget }: FileFacts): Finding[] {
  if (danglingTarget === undefined) return [];
  return [fault('files', `${path} is a link to ${danglingTarget}, which does not exist`, RESTORE_TARGET)];
}

function examineMode({ path, kind, mode }: FileFacts): Finding[] {
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  if (kind === 'folder') {
    if ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0) return [];
    return [fault('files', `other users can create files in ${path} (mode ${shown})`, `chmod go-w ${path}`)];
  }
  if (kind === 'settings') {
    if ((mode & OTHERS_WRITE) === 0) return [];
    return [fault('files', `other users can change ${path} (mode ${shown})`, `chmod go-w ${path}`)];
  }
  if ((mode & OTHERS) === 0) return [];
  return [fault('files', `other users can read ${path} (mode ${shown})`, `chmod 600 ${path}`)];
}

function examineLeftover({ path, kind, bytes, changedAt }: FileFacts, now: number): Finding[] {
  if (kind !== 'leftover') return [];
  const remove = `delete it: rm ${path}`;
  if (path.endsWith('.part')) {
    if (now - changedAt < DAY_MS) return [];
    return [warning('files', `${path} was left by an interrupted backup or restore (${megabytes(bytes)})`, remove)];
  }
  const age = days(now - changedAt);
  if (age < MAX_LEFTOVER_DAYS) return [];
  return [warning('files', `${path} is ${age} days old, and its tokens still work (${megabytes(bytes)})`, remove)];
}
