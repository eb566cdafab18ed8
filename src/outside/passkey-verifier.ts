// Verifies what authenticators answer, with a library that is loaded when the first passkey is used. Attestation is
// not: any authenticator is accepted.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AnswerFault } from '../core/ground/passkey-refusal.ts';
import { PASSKEY_ALGORITHMS } from '../core/sign-in/passkeys/passkey.ts';
import type { PasskeyVerifier } from '../core/sign-in/passkeys/passkey-verifier.ts';

const library = () => import('@simplewebauthn/server');

export const createPasskeyVerifier = (): PasskeyVerifier => ({
  async verifyNew({ response, challenge, origin, rpId }) {
    const { verifyRegistrationResponse } = await library();
    const verified = await orFault(() =>
      verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
      }),
    );
    if (typeof verified === 'string') return verified;
    if (!verified.verified) return 'signature';
    const { credential, aaguid, fmt, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
    // `packed` without certificates is what some authenticators say to a server that asks for nothing (5.1.3).
    if (fmt !== 'none' && fmt !== 'packed') return 'signature';
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      aaguid,
      transports: transportsOf(credential.transports),
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  },
  async verifyUse({ response, challenge, origin, rpId }, { credentialId, publicKey }) {
    const { verifyAuthenticationResponse } = await library();
    const verified = await orFault(() =>
      verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        // Counters are compared by core: a synced passkey may have one that falls.
        credential: { id: credentialId.toString('base64url'), publicKey: Uint8Array.from(publicKey), counter: 0 },
      }),
    );
    if (typeof verified === 'string') return verified;
    if (!verified.verified) return 'signature';
    const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo;
    return {
      signCount: newCounter,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  },
});

/**
 * The library throws at whatever is wrong with an answer. Its messages quote what the browser sent, which no log may
 * have; how they begin tells them apart.
 */
async function orFault<Result>(verify: () => Promise<Result>): Promise<Result | AnswerFault> {
  try {
    return await verify();
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/ origin |RP ID/.test(message)) return 'origin';
    return /^User (?:verification|not present)/.test(message) ? 'user-verification' : 'signature';
  }
}

const MAX_TRANSPORTS = 8;

/** Known and future values alike, as the browser gave them: short words. */
const transportsOf = (given: unknown): string[] =>
  (Array.isArray(given) ? given : [])
    .filter((one): one is string => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one))
    .slice(0, MAX_TRANSPORTS);
