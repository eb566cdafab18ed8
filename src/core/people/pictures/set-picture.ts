// A person uploads a picture (contract 27): the file is checked, decoded and made anew, and only that is stored.
import type { FormFaultCode } from '../../ground/accounts/form-fault-codes.ts';
import { validSession } from '../../ground/acts/session-proof.ts';
import { newId } from '../../ground/secrets.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import type { Ports } from '../ports.ts';
import type { PictureUpload } from './picture-encoder.ts';
import { isPictureFile } from './picture-file.ts';

export type PictureEdit =
  | { kind: 'set' }
  | { kind: 'refused'; code: FormFaultCode }
  /** This server cannot decode images; `reason` is for its operator. */
  | { kind: 'unavailable'; reason: string };

/** @throws ConfirmationNeeded when the session ended meanwhile; Unavailable */
export async function setPicture(
  deps: Pick<Ports, 'pictures' | 'clock' | 'publish'>,
  { signedIn: { account, session }, upload }: { signedIn: SignedIn; upload: PictureUpload },
): Promise<PictureEdit> {
  if (!isPictureFile(upload.head)) return { kind: 'refused', code: 'picture-type' };
  const encoded = await upload.encode();
  switch (encoded.kind) {
    case 'malformed':
      return { kind: 'refused', code: 'picture-malformed' };
    case 'too-many-pixels':
      return { kind: 'refused', code: 'picture-pixels' };
    case 'unavailable':
      return encoded;
    case 'encoded': {
      const picture = { id: newId(deps.clock), image: encoded.image };
      const proof = validSession(session);
      await deps.pictures.put({ accountId: account.id, picture, proof, now: deps.clock.now() });
      deps.publish({ kind: 'application-events-due' });
      return { kind: 'set' };
    }
  }
}
