// Runs every port's contract on PostgreSQL.
import { describe } from 'vitest';
import { makePostgres } from './make-postgres.ts';
import { everyStoreContract } from './stores/every-store.ts';

describe('PostgreSQL', () => everyStoreContract(makePostgres));
