// Ends an API token: it is refused at its next use, on every process.
import type { Ports } from '../ports.ts';

/** False: there is no such token. */
export const deleteApiToken = (deps: Pick<Ports, 'apiTokens'>, id: string): Promise<boolean> =>
  deps.apiTokens.remove(id);
