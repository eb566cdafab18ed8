// Where the console shows accounts.
import { STAFF_PATHS } from './staff-pages.ts';

export const ACCOUNTS = STAFF_PATHS.accounts;

export const accountPath = (id: string): string => `${ACCOUNTS}/${id}`;
