// Runs every port's contract on PostgreSQL.
import { describe } from 'vitest';
import { everyStoreContract } from './contract/every-store.ts';
import { makePostgres } from './make-postgres.ts';

describe('PostgreSQL', () => everyStoreContract(makePostgres));
