// Port: stores the pictures that people uploaded. A picture is removed with `profile.picture`, which names it.
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { Picture } from './picture.ts';

export interface PictureStore {
  /** The picture that the account's profile names. */
  find(accountId: string): Promise<Picture | undefined>;
  /**
   * One intent: stores the picture and names it in the profile, in place of the one before. The statement checks the
   * session, so that an upload stores nothing once its session has ended.
   * @throws ConfirmationNeeded when the session is no longer valid, and nothing is changed
   */
  put(input: { accountId: string; picture: Picture; proof: SessionProof; now: number }): Promise<void>;
}
