// Names the members that an edit changed, for the audit (contract 61).
import type { Application } from './application.ts';

/** They change with every edit. */
const ALWAYS: readonly string[] = ['version', 'updatedAt'];

/** Names as in JSON, such as `redirect_uris`. */
export const changedMembers = (before: Application, after: Application): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !ALWAYS.includes(name))
    .filter(
      (name) => JSON.stringify(before[name as keyof Application]) !== JSON.stringify(after[name as keyof Application]),
    )
    .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .sort();
