// What signing in needs from outside. Of applications and of leaving accounts it asks a question each.

import type { ApplicationRights } from '../ground/acts/application-rights.ts';
import type { Ports as Below, Stores as StoresBelow } from '../server/ports.ts';
import type { AccountStore } from './accounts/account-store.ts';
import type { FactorStore } from './factors/factor-store.ts';
import type { CodeGenerator } from './factors/one-time-code.ts';
import type { PasskeyStore } from './passkeys/passkey-store.ts';
import type { PasskeyVerifier } from './passkeys/passkey-verifier.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { PasswordKindStore } from './passwords/password-kind-store.ts';
import type { LeavingSignIn } from './sessions/leaving-sign-in.ts';
import type { OneTimeDisplayStore } from './sessions/one-time-display-store.ts';
import type { SessionClientStore } from './sessions/session-client-store.ts';
import type { SessionStore } from './sessions/session-store.ts';
import type { TrustedDeviceStore } from './trusted-devices/trusted-device-store.ts';

export type Stores = StoresBelow & {
  accounts: AccountStore;
  factors: FactorStore;
  passwordKinds: PasswordKindStore;
  passkeys: PasskeyStore;
  trustedDevices: TrustedDeviceStore;
  sessions: SessionStore;
  sessionClients: SessionClientStore;
  oneTimeDisplays: OneTimeDisplayStore;
};

export type Ports = Below &
  Stores & {
    /** The floor of applications answers. */
    members: ApplicationRights;
    /** The floor of operating answers. */
    leaving: LeavingSignIn;
    passwords: PasswordHasher;
    oneTimeCodes: CodeGenerator;
    passkeyVerifier: PasskeyVerifier;
  };
