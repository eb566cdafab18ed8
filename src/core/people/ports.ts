// What people's accounts need from outside.
import type { Ports as Below, Stores as StoresBelow } from '../sign-in/ports.ts';
import type { AccountDataStore } from './account-data/account-data-store.ts';
import type { ActivityStore } from './activities/activity-store.ts';
import type { AgreementStore } from './documents/agreement-store.ts';
import type { EmailChangeStore } from './email-changes/email-change-store.ts';
import type { GroupStore } from './groups/group-store.ts';
import type { OneTimeLinkStore } from './one-time-links/one-time-link-store.ts';
import type { PictureEncoder } from './pictures/picture-encoder.ts';
import type { PictureStore } from './pictures/picture-store.ts';
import type { UsernameStore } from './usernames/username-store.ts';
import type { EmailProofStore } from './verification/email-proof-store.ts';
import type { PendingSignUpStore } from './verification/pending-sign-up-store.ts';
import type { ResetRequestStore } from './verification/reset-request-store.ts';

export type Stores = StoresBelow & {
  usernames: UsernameStore;
  links: OneTimeLinkStore;
  pictures: PictureStore;
  groups: GroupStore;
  agreements: AgreementStore;
  activities: ActivityStore;
  accountData: AccountDataStore;
  emailProofs: EmailProofStore;
  emailChanges: EmailChangeStore;
  resetRequests: ResetRequestStore;
  pendingSignUps: PendingSignUpStore;
};

export type Ports = Below &
  Stores & {
    pictureEncoder: PictureEncoder;
  };
