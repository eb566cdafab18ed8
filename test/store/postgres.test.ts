// Runs every port’s contract on PostgreSQL.
import { describe } from 'vitest';
import { accountStoreContract } from './contract/account-store.ts';
import { apiTokenStoreContract } from './contract/api-token-store.ts';
import { logoStoreContract } from './contract/application-logo-store.ts';
import { applicationStoreContract } from './contract/application-store.ts';
import { clientSecretStoreContract } from './contract/client-secret-store.ts';
import { codeStoreContract } from './contract/code-store.ts';
import { connectionStoreContract } from './contract/connection-store.ts';
import { expiredRowsContract } from './contract/expired-rows.ts';
import { memberStoreContract } from './contract/member-store.ts';
import { oneTimeLinkStoreContract } from './contract/one-time-link-store.ts';
import { sessionClientStoreContract } from './contract/session-client-store.ts';
import { sessionStoreContract } from './contract/session-store.ts';
import { signInLimitStoreContract } from './contract/sign-in-limit-store.ts';
import { signingKeyStoreContract } from './contract/signing-key-store.ts';
import { statisticsStoreContract } from './contract/statistics-store.ts';
import { tokenStoreContract } from './contract/token-store.ts';
import { makePostgres } from './make-postgres.ts';

describe('PostgreSQL', () => {
  accountStoreContract(makePostgres);
  oneTimeLinkStoreContract(makePostgres);
  signInLimitStoreContract(makePostgres);
  apiTokenStoreContract(makePostgres);
  sessionStoreContract(makePostgres);
  sessionClientStoreContract(makePostgres);
  applicationStoreContract(makePostgres);
  clientSecretStoreContract(makePostgres);
  logoStoreContract(makePostgres);
  memberStoreContract(makePostgres);
  connectionStoreContract(makePostgres);
  codeStoreContract(makePostgres);
  tokenStoreContract(makePostgres);
  signingKeyStoreContract(makePostgres);
  statisticsStoreContract(makePostgres);
  expiredRowsContract(makePostgres);
});
