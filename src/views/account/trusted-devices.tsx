// The devices that an account trusts, on its page of two-step verification.

import type { Messages } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { dateText } from '../page/time-text.tsx';
import { Form } from '../parts/form.tsx';
import { NameText } from '../parts/words.tsx';

export type TrustedDeviceRow = {
  id: string;
  browser: string | undefined;
  system: string | undefined;
  network: string;
  expiresAt: number;
};

type Part = { action: string; csrf: string; context: PageContext; messages: Messages };

export const TrustedDevices = ({ devices, ...part }: Part & { devices: readonly TrustedDeviceRow[] }) => {
  const words = part.messages.trustedDevices;
  if (devices.length === 0) return null;
  return (
    <section class="apart">
      <h2>{words.title}</h2>
      <p class="hint">{words.hint}</p>
      <Form action={part.action} csrf={part.csrf}>
        <input type="hidden" name="action" value="stop-trusting" />
        <ul class="rows devices">
          {devices.map((device) => (
            <Row key={device.id} device={device} {...part} />
          ))}
        </ul>
      </Form>
    </section>
  );
};

const Row = ({ device, context, messages }: Part & { device: TrustedDeviceRow }) => {
  const words = messages.trustedDevices;
  const name = [device.browser, device.system].filter(Boolean).join(', ') || words.unknown;
  const about = `trusted-${device.id}`;
  return (
    <li>
      <div>
        <NameText of={name} />
        <p class="hint" id={about}>
          {words.until(dateText(device.expiresAt, context.language))}
          {device.network === '' ? null : (
            <>
              <br />
              {messages.account.network} <NameText of={device.network} />
            </>
          )}
        </p>
      </div>
      <button
        type="submit"
        class="small"
        name="device"
        value={device.id}
        aria-label={words.removeLabel(name)}
        aria-describedby={about}
      >
        {words.remove}
      </button>
    </li>
  );
};
