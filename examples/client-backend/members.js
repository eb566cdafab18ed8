// The application's own members, by the `sub` that Latchkey gives for each user: a JSON file, replaced as a whole.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** @param {string} file made, with its folder, when it is missing */
export function openMembers(file) {
  mkdirSync(dirname(file), { recursive: true });
  const members = new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : []);

  return {
    /** The member, or undefined. */
    find: (sub) => members.get(sub),
    /** Registers a new member, on disk before it returns; who is a member already stays as they are. */
    add({ sub, name, email }) {
      const known = members.get(sub);
      if (known) return known;
      const member = { sub, name, email, joinedAt: new Date().toISOString() };
      members.set(sub, member);
      replaceFile(file, JSON.stringify(Object.fromEntries(members), null, 2));
      return member;
    },
  };
}

/** Written beside, flushed, then renamed over the old one: a crash leaves the old file or the new one, whole. */
function replaceFile(file, text) {
  const draft = `${file}.new`;
  const descriptor = openSync(draft, 'w', 0o600);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(draft, file);
}
