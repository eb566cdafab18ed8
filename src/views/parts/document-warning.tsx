// On the consent page of a client that nobody registered (contract 46): whose it is by the host of its document, and
// where the answer goes. Its name is only what it says of itself.
import type { Messages } from '../messages/messages-for.ts';
import type { ConsentDocument } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { AlertIcon } from './icons.tsx';
import { Words } from './words.tsx';

type Props = { document: ConsentDocument; name: string; to: string; messages: Messages };

export const DocumentWarning = ({ document: { host, isOnDevice }, name, to, messages: { consent: words } }: Props) => (
  <div class={`notice ${isOnDevice ? 'bad' : 'note'}`}>
    <AlertIcon />
    <p>
      <Words of={isOnDevice ? words.onDevice(name, showName(host)) : words.unregistered(name, showName(host), to)} />
    </p>
  </div>
);
