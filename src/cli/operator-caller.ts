// Whoever may run commands on the server's machine reaches everything, as an operator does (contract 3).
import type { Caller } from '../core/applications/find-application.ts';

export const OPERATOR: Caller = { accountId: '', role: 'operator' };
