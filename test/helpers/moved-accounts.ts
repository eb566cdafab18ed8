// The accounts of one server, exported with their credentials and imported at another one (contract 30).
import { exportAccounts } from '../../src/core/operating/account-files/export-accounts.ts';
import type { Ports } from '../../src/core/operating/ports.ts';
import { importLines } from './import-lines.ts';

type Line = Record<string, unknown>;

/**
 * @param change what happens to a line on the way
 * @returns what the import counted, and what it noted and refused
 */
export async function moveAccounts(from: Ports, to: Ports, change: (line: Line) => Line = (line) => line) {
  const told: (readonly string[])[] = [];
  async function* lines() {
    let line = 0;
    for await (const { json } of exportAccounts(from, { withCredentials: true })) {
      line += 1;
      // As it is in the file.
      yield { at: { line }, content: { json: change(JSON.parse(JSON.stringify(json)) as Line) } };
    }
  }
  const tell = (_: unknown, what: readonly string[]): void => void told.push(what);
  const counts = await importLines(to, lines(), { withRoles: true, onRefused: tell, onNote: tell });
  return { counts, told };
}
