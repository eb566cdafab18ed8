// The button that asks the browser for a passkey. Without the script, or where the browser has no passkeys, it is not
// shown. Its form sends what the authenticator answers in the field `passkey`.

import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import type { PasskeyPrompt, PasskeySignal } from '../page/passkey-prompt.ts';

export const PasskeyField = () => <input type="hidden" name="passkey" value="" />;

export const PasskeyButton = (props: {
  prompt: PasskeyPrompt;
  text: string;
  messages: Messages;
  /** Default: `secondary`. */
  look?: 'primary' | 'secondary';
  /** The fields of its form that the person fills in first, separated by spaces. */
  needs?: string;
}) => {
  const words = props.messages.passkeys;
  return (
    <>
      <button
        type="button"
        class={props.look ?? 'secondary'}
        hidden
        data-passkey={JSON.stringify(props.prompt)}
        data-needs={props.needs}
        data-failed={words.failed}
        data-known={words.knownHere}
      >
        {props.text}
      </button>
      <p class="hint" role="status" hidden data-passkey-status />
    </>
  );
};

/** One line for browsers inside other apps, which the script shows where it has no passkeys. */
export const NoPasskeys = ({ messages }: { messages: Messages }) => (
  <p class="hint" hidden data-no-passkeys>
    {messages.passkeys.inAppBrowser}
  </p>
);

/** Where there is no other way: why there is no button, without JavaScript and in browsers that have no passkeys. */
export const PasskeysNeeded = ({ messages }: { messages: Messages }) => (
  <>
    <NoPasskeys messages={messages} />
    <p class="hint" hidden data-passkeys-needed>
      {messages.passkeys.noScript}
    </p>
    <noscript>
      <p class="hint">{messages.passkeys.noScript}</p>
    </noscript>
  </>
);

export const Signal = ({ signal }: { signal: PasskeySignal | undefined }) =>
  signal === undefined ? null : <span hidden data-passkey-signal={JSON.stringify(signal)} />;

/** What a passkey is called until the person renames it. */
export const passkeyNameIn = (language: Language): string => messagesFor(language).passkeys.unnamed;
