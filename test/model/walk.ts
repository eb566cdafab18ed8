// The walks: which steps there are and how often each is taken, and what one walk begins with.
import fc from 'fast-check';
import * as account from './account-steps.ts';
import { introspect, misuseAsAccessToken, readUserInfo, revoke } from './ask-steps.ts';
import * as browser from './browser-steps.ts';
import { logOut } from './logout-steps.ts';
import * as owner from './owner-steps.ts';
import { Real } from './real.ts';
import type { ModelServer } from './server.ts';
import { emptyModel, type Model } from './state.ts';
import type { ModelCommand } from './step.ts';
import { redeemCode, refreshToken } from './token-steps.ts';
import * as world from './world-steps.ts';

const STEPS: readonly (readonly [weight: number, step: fc.Arbitrary<ModelCommand>])[] = [
  [22, browser.askForCode],
  [24, redeemCode],
  [24, refreshToken],
  [6, readUserInfo],
  [2, misuseAsAccessToken],
  [6, introspect],
  [4, revoke],
  [3, browser.signIn],
  [2, browser.openAccount],
  [2, browser.chooseAccount],
  [2, account.signOut],
  [1, account.endSessions],
  [2, account.disconnectApplication],
  [2, account.answerAgain],
  [1, account.changePassword],
  [3, logOut],
  [2, world.disableAccount],
  [0.5, world.removeAccount],
  [14, world.passTime],
  [0.5, world.restart],
  [1, world.purge],
  [2, owner.switchLogin],
  [1, owner.changeRedirectUris],
  [1, owner.changeItems],
  [1, owner.makeSecret],
  [1, owner.deleteSecret],
  [1, owner.requireSecret],
  [1, owner.changeAndroid],
  [1, owner.unlinkUser],
  [0.5, owner.deleteApplication],
  [4, owner.registerAgain],
];

/** @param steps the most a walk may have; walks are half as long on average */
export const walks = (steps: number) =>
  fc.commands([fc.oneof(...STEPS.map(([weight, arbitrary]) => ({ weight: weight * 2, arbitrary })))], {
    maxCommands: steps,
    size: 'max',
    disableReplayLog: true,
  });

/** Two applications and nobody yet, on a server that others may have walked on before. */
export async function begin(server: ModelServer): Promise<{ model: Model; real: Real }> {
  const model = emptyModel(server.now());
  const real = new Real(server);
  for (const number of [0, 1]) await owner.register(model, real, number);
  return { model, real };
}
