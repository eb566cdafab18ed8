// What every database is held to: the contracts of all ports. A second database is added by one file that calls this.
import { accountStoreContract } from './account-store.ts';
import { agreementStoreContract } from './agreement-store.ts';
import { apiTokenStoreContract } from './api-token-store.ts';
import { logoStoreContract } from './application-logo-store.ts';
import { applicationStoreContract } from './application-store.ts';
import { clientSecretStoreContract } from './client-secret-store.ts';
import { codeStoreContract } from './code-store.ts';
import { connectionStoreContract } from './connection-store.ts';
import { databaseFiguresContract } from './database-figures.ts';
import { expiredRowsContract } from './expired-rows.ts';
import { factorStoreContract } from './factor-store.ts';
import { invitationStoreContract } from './invitation-store.ts';
import { mailStoreContract } from './mail-store.ts';
import { memberStoreContract } from './member-store.ts';
import { oneTimeLinkStoreContract } from './one-time-link-store.ts';
import { refusedUriStoreContract } from './refused-uri-store.ts';
import { sealedValueStoreContract } from './sealed-value-store.ts';
import { sessionClientStoreContract } from './session-client-store.ts';
import { sessionProofContract } from './session-proof.ts';
import { sessionStoreContract } from './session-store.ts';
import { shownOnceStoreContract } from './shown-once-store.ts';
import { signInLimitStoreContract } from './sign-in-limit-store.ts';
import { signingKeyStoreContract } from './signing-key-store.ts';
import { statisticsStoreContract } from './statistics-store.ts';
import { tokenStoreContract } from './token-store.ts';
import type { MakeDatabase } from './use-database.ts';
import { usernameStoreContract } from './username-store.ts';

/** To be called once in a `describe`. */
export function everyStoreContract(make: MakeDatabase): void {
  accountStoreContract(make);
  usernameStoreContract(make);
  oneTimeLinkStoreContract(make);
  signInLimitStoreContract(make);
  factorStoreContract(make);
  apiTokenStoreContract(make);
  sessionStoreContract(make);
  sessionClientStoreContract(make);
  shownOnceStoreContract(make);
  applicationStoreContract(make);
  clientSecretStoreContract(make);
  logoStoreContract(make);
  mailStoreContract(make);
  memberStoreContract(make);
  invitationStoreContract(make);
  connectionStoreContract(make);
  agreementStoreContract(make);
  codeStoreContract(make);
  tokenStoreContract(make);
  signingKeyStoreContract(make);
  sealedValueStoreContract(make);
  statisticsStoreContract(make);
  refusedUriStoreContract(make);
  expiredRowsContract(make);
  databaseFiguresContract(make);
  sessionProofContract(make);
}
