// The files that only the server's user may open, and what was left beside the database.
import { DAY_MS, days, type Finding, fault, megabytes, ok, warning } from './finding.ts';

export type FileFacts = {
  path: string;
  /** Where the link at `path` leads, and nothing is; undefined: it leads somewhere, or is none. */
  leadsTo?: string;
  /**
   * `private`: nobody else may read it. `settings`: nobody else may change it. `folder`: nobody else may put anything
   * there. `left`: beside the database, and private too.
   */
  kind: 'private' | 'settings' | 'folder' | 'left';
  /** The permission bits, and the sticky one. */
  mode: number;
  bytes: number;
  changedAt: number;
};

const BRING_BACK = 'mount its disk, restore the file, or remove the link';
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
/** A copy of before a change that went well is needed no more by then. */
const KEPT_DAYS = 30;

export function examineFiles(files: readonly FileFacts[], now: number): Finding[] {
  const findings = files.flatMap((file) => [...examineLink(file), ...examineMode(file), ...examineLeft(file, now)]);
  return findings.length > 0
    ? findings
    : [ok('files', `${files.length} files checked: only their owner can read them`)];
}

function examineLink({ path, leadsTo }: FileFacts): Finding[] {
  if (leadsTo === undefined) return [];
  return [fault('files', `${path} is a link to ${leadsTo}, which does not exist`, BRING_BACK)];
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

function examineLeft({ path, kind, bytes, changedAt }: FileFacts, now: number): Finding[] {
  if (kind !== 'left') return [];
  const remove = `delete it: rm ${path}`;
  if (path.endsWith('.part')) {
    if (now - changedAt < DAY_MS) return [];
    return [warning('files', `${path} was left by an interrupted backup or restore (${megabytes(bytes)})`, remove)];
  }
  const age = days(now - changedAt);
  if (age < KEPT_DAYS) return [];
  return [warning('files', `${path} is ${age} days old, and its tokens still work (${megabytes(bytes)})`, remove)];
}
