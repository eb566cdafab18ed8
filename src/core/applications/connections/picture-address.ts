// The address of an uploaded picture, as an application gets it (contract 27, decision 61). It is derived from the
// connection, the agreement and the picture, and encrypted, so two applications cannot tell that theirs lead to one
// person. Nothing stores it, so nothing has to end it: whoever asks for it finds the picture only while it would be
// given out again.
import { statusOf } from '../../ground/accounts/account.ts';
import { uploadedPictureId } from '../../people/pictures/picture.ts';
import type { Ports } from '../ports.ts';
import type { Connection } from './connection.ts';
import { agreedItems } from './named-items.ts';

/** What an address depends on, besides the picture. */
export type AddressedConnection = Pick<Connection, 'applicationId' | 'accountId' | 'generation' | 'answers'>;

export const PICTURES_PATH = '/pictures';

const SEPARATOR = ' ';

const plainOf = ({ applicationId, accountId, generation, answers }: AddressedConnection, pictureId: string): string =>
  [applicationId, accountId, generation, answers.profile_image?.answeredAt ?? 0, pictureId].join(SEPARATOR);

/** The public URL of the picture for this connection. */
export function pictureAddress(
  { secrets, issuer }: Pick<Ports, 'secrets' | 'issuer'>,
  connection: AddressedConnection,
  pictureId: string,
): string {
  const sealed = secrets.sealAlike('picture', Buffer.from(plainOf(connection, pictureId)));
  return `${issuer}${PICTURES_PATH}/${sealed.toString('base64url')}`;
}

/**
 * The WebP image at an address.
 * @param address the last segment of its path
 * @returns undefined unless `pictureAddress` makes this address now, for an account and an application in use
 */
export async function findPictureAt(
  deps: Pick<Ports, 'secrets' | 'applications' | 'connections' | 'accounts' | 'pictures'>,
  address: string,
): Promise<Buffer | undefined> {
  const sealed = Buffer.from(address, 'base64url');
  // Decoding ignores what does not belong there, and an address has one spelling.
  const opened = sealed.toString('base64url') === address ? deps.secrets.open('picture', '', sealed) : undefined;
  if (!opened) return undefined;
  const plain = opened.plain.toString();
  const [applicationId = '', accountId = ''] = plain.split(SEPARATOR);
  const application = await deps.applications.find(applicationId);
  const connection = await deps.connections.find(applicationId, accountId);
  const account = await deps.accounts.find(accountId);
  if (!application?.loginActivation || !connection || connection.endedAt !== undefined) return undefined;
  if (!account || statusOf(account) !== 'active') return undefined;
  if (agreedItems(['profile_image'], application.consentItems, connection.answers).length === 0) return undefined;
  const pictureId = uploadedPictureId(account.profile.picture);
  if (pictureId === undefined || plainOf(connection, pictureId) !== plain) return undefined;
  const picture = await deps.pictures.find(accountId);
  return picture?.id === pictureId ? picture.image : undefined;
}
