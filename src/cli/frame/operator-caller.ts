// The caller of every command. A person who can run commands on the server's machine has an operator's access (contract
// 3).
import type { Caller } from '../../core/applications/applications/find-application.ts';

export const OPERATOR: Caller = { accountId: '', role: 'operator' };
