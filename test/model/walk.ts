// The walks: which steps there are and how often each is taken, and what one walk begins with.
import fc from 'fast-check';
import * as account from './account-steps.ts';
import { askForAddress, proveAddress, takeAddressBack } from './address-steps.ts';
import { introspect, misuseAsAccessToken, readUserInfo, revoke } from './ask-steps.ts';
import * as browser from './browser-steps.ts';
import { logOut } from './logout-steps.ts';
import * as mail from './mail-steps.ts';
import * as owner from './owner-steps.ts';
import { Real } from './real.ts';
import { register } from './register.ts';
import type { ModelServer } from './server.ts';
import { emptyModel, type Model } from './state.ts';
import type { ModelCommand } from './step.ts';
import { redeemCode, refreshToken } from './token-steps.ts';
import * as world from './world-steps.ts';

const STEPS: readonly (readonly [weight: number, step: fc.Arbitrary<ModelCommand>])[] = [
  [24, browser.askForCode],
  [26, redeemCode],
  [26, refreshToken],
  [4, readUserInfo],
  [2, misuseAsAccessToken],
  [6, introspect],
  [4, revoke],
  [4, browser.signIn],
  [1, browser.openAccount],
  [8, browser.chooseAccount],
  [2, account.signOut],
  [1.5, account.endSessions],
  [1.5, account.disconnectApplication],
  [2, account.answerAgain],
  [1, account.changePassword],
  [2, logOut],
  [3, mail.forgetPassword],
  [4, mail.useResetLink],
  [2, mail.verifyAddress],
  [5, askForAddress],
  [15, proveAddress],
  [10, takeAddressBack],
  [1, world.disableAccount],
  [6, world.enableAccount],
  [0.5, world.removeAccount],
  [1, world.resetPassword],
  [10, world.passTime],
  [0.5, world.restart],
  [1, world.purge],
  // What an owner takes away comes back soon: otherwise most of a walk would be refusals.
  [0.8, owner.switchOff],
  [8, owner.switchOn],
  [0.8, owner.changeRedirectUris],
  [1, owner.changeItems],
  [1.2, owner.createSecret],
  [0.8, owner.deleteSecret],
  [0.5, owner.requireSecret],
  [0.8, owner.changeAndroid],
  [0.8, owner.unlinkUser],
  [0.5, owner.deleteApplication],
  [8, owner.registerAgain],
];

/** @param steps the most a walk may have; walks are half as long on average */
export const walks = (steps: number) =>
  fc.commands([fc.oneof(...STEPS.map(([weight, arbitrary]) => ({ weight: weight * 10, arbitrary })))], {
    maxCommands: steps,
    size: 'max',
    disableReplayLog: true,
  });

/** Two applications and nobody yet, on a server that others may have walked on before. */
export async function begin(server: ModelServer): Promise<{ model: Model; real: Real }> {
  const model = emptyModel(server.now());
  const real = new Real(server);
  for (const number of [0, 1]) await register(model, real, number);
  return { model, real };
}
