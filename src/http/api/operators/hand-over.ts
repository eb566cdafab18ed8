// `?applications=hand-over:ACCOUNT` at /accounts/{id} (contract 29): who gets what the account owns, in the act that
// deletes it or gives it a role that may own nothing.
import type { FastifyRequest } from 'fastify';
import { findNewOwner } from '../../../core/applications/members/new-owner.ts';
import { type Account, mayOwnApplications, ROLES, type Role } from '../../../core/ground/accounts/account.ts';
import { formFault } from '../../../core/ground/accounts/form-faults.ts';
import { scopesFor } from '../../../core/ground/acts/account-acts.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { requireScope } from '../frame/account-reach.ts';
import { parameterOf } from '../frame/pages-of-lists.ts';

const PARAMETER = 'applications';
const HAND_OVER = /^hand-over:(.+)$/s;

/** Only where something is to be handed over. @throws OAuthError `insufficient_scope`; 400 when it was sent twice */
export function requireMayHandOver(request: FastifyRequest): void {
  if (parameterOf(request, PARAMETER) === undefined) return;
  for (const scope of scopesFor('hand-over')) requireScope(request, scope);
}

const notValid = (detail: string): Fault => ({ path: [PARAMETER], code: 'account-value-unknown', detail });

const OWNS_NOTHING = ROLES.filter((role) => !mayOwnApplications(role)).join(' or ');

/** @param role that the account gets; undefined: it is deleted @returns undefined: nobody is named, or with `faults` */
export async function readNewOwner(
  ports: Pick<Ports, 'accounts'>,
  request: FastifyRequest,
  role?: Role,
): Promise<{ newOwner: Account | undefined; faults: readonly Fault[] }> {
  const given = parameterOf(request, PARAMETER);
  const faultOf = (fault: Fault) => ({ newOwner: undefined, faults: [fault] });
  if (given === undefined) return { newOwner: undefined, faults: [] };
  const name = HAND_OVER.exec(given)?.[1];
  if (name === undefined) return faultOf(notValid('The value is not valid; allowed: hand-over:ACCOUNT.'));
  if (role !== undefined && mayOwnApplications(role)) {
    return faultOf(notValid(`Applications are handed over with a role that may own none: ${OWNS_NOTHING}.`));
  }
  const newOwner = await findNewOwner(ports, name);
  return newOwner ? { newOwner, faults: [] } : faultOf(formFault([PARAMETER], 'new-owner-unknown'));
}
