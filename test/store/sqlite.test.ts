// Runs every port's contract on SQLite.
import { describe } from 'vitest';
import { everyStoreContract } from './contract/every-store.ts';
import { makeSqlite } from './make-sqlite.ts';

describe('SQLite', () => everyStoreContract(makeSqlite));
