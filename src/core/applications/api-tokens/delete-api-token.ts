// Ends an API token: every process refuses it at its next use.
import type { Ports } from '../ports.ts';

/** False: there is no such token. */
export const deleteApiToken = (deps: Pick<Ports, 'apiTokens'>, id: string): Promise<boolean> =>
  deps.apiTokens.remove(id);
