// Runs every port's contract on SQLite.
import { describe } from 'vitest';
import { makeSqlite } from './make-sqlite.ts';
import { everyStoreContract } from './stores/every-store.ts';

describe('SQLite', () => everyStoreContract(makeSqlite));
