// Runs every port's contract on SQLite. A second database is added by one file like this one.
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
import { makeSqlite } from './make-sqlite.ts';

describe('SQLite', () => {
  accountStoreContract(makeSqlite);
  oneTimeLinkStoreContract(makeSqlite);
  signInLimitStoreContract(makeSqlite);
  apiTokenStoreContract(makeSqlite);
  sessionStoreContract(makeSqlite);
  sessionClientStoreContract(makeSqlite);
  applicationStoreContract(makeSqlite);
  clientSecretStoreContract(makeSqlite);
  logoStoreContract(makeSqlite);
  memberStoreContract(makeSqlite);
  connectionStoreContract(makeSqlite);
  codeStoreContract(makeSqlite);
  tokenStoreContract(makeSqlite);
  signingKeyStoreContract(makeSqlite);
  statisticsStoreContract(makeSqlite);
  expiredRowsContract(makeSqlite);
});
