// The act that the audit records of a command (contract 61): whoever can run commands on the machine is an operator,
// and the machine says who that is. It believes what the environment says; so does everything that this person can do.
import { userInfo } from 'node:os';
import type { Act } from '../core/server/audit/act.ts';
import { auditAction } from '../core/server/audit/audit-actions.ts';

/** @param action what is told of the command, if not its name */
export const commandAct = (command: string, action: string = command): Act => ({
  actor: { role: 'operator', command, machineUser: machineUser() },
  action: auditAction(action),
});

/** Whoever called `sudo` or `doas`, otherwise the user of the process; undefined where it has no name. */
function machineUser(): string | undefined {
  const { SUDO_USER, DOAS_USER } = process.env;
  const name = SUDO_USER || DOAS_USER || nameOfProcess();
  // A name of another shape, which some systems allow, could pass for something else in a list.
  return name !== undefined && /^[\w.@$\\-]{1,64}$/.test(name) ? name : undefined;
}

function nameOfProcess(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // A container may run a number that has no name.
    return undefined;
  }
}
