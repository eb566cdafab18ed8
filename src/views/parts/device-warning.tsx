// On the consent page of a device: the code once more, and the warning against codes that somebody sent (RFC 8628 5.4).
import type { Messages } from '../messages/messages-for.ts';
import { AlertIcon } from './icons.tsx';

/** @param props `code`: as `WDJB-MJHT` */
export const DeviceWarning = ({ code, messages }: { code: string; messages: Messages }) => (
  <section aria-label={messages.devices.code}>
    <p class="centred">{messages.devices.compare}</p>
    <p class="one-time-code">{code}</p>
    <div class="notice bad">
      <AlertIcon />
      <p>{messages.devices.warning}</p>
    </div>
  </section>
);
