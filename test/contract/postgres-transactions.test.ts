// Transactions on PostgreSQL itself; test/services/postgres-pgbouncer.test.ts has them behind a pooler.
import { emptyDatabase } from '../helpers/fresh-database.ts';
import { transactionsContract } from './transactions.ts';

transactionsContract(async () => {
  const database = await emptyDatabase();
  return { url: database.url, direct: database.url, remove: database.drop };
});
