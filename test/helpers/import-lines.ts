// Imports accounts with the reader of lines that the command hands to core.
import { type ImportOptions, importAccounts } from '../../src/core/operating/account-files/import-accounts.ts';
import { createLineReader } from '../../src/schema/account-files/account-line.ts';

export const importLines = (
  deps: Parameters<typeof importAccounts>[0],
  lines: Parameters<typeof importAccounts>[1],
  options: Omit<ImportOptions, 'createLineReader'>,
) => importAccounts(deps, lines, { ...options, createLineReader });
