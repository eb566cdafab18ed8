// What pages tell their script about passkeys.

/** What the script asks the browser for. */
export type PasskeyPrompt = {
  kind: 'get' | 'create';
  /** WebAuthn's options as JSON, with bytes in base64url, and without the challenge. */
  options: Readonly<Record<string, unknown>>;
  /** Path of a fresh challenge, or the challenge itself. */
  challengeHref?: string;
  challenge?: string;
  /** Also offered by autofill in a field with `autocomplete="webauthn"`. */
  autofill?: boolean;
};

/** What the script tells the browser's list of passkeys (WebAuthn Level 3, 5.1.10). */
export type PasskeySignal = {
  method: 'signalUnknownCredential' | 'signalAllAcceptedCredentials';
  options: Readonly<Record<string, unknown>>;
};
