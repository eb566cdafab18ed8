// Whether the application's audience lets somebody in (contract 3, 31): its team in test mode, or members of groups. Of
// a grant, the statement says it that reads the grant. Refusing neither spends nor ends anything: codes and tokens work
// once the person is let in again.
import { unauthorizedClient } from '../../../protocol/errors.ts';
import type { Application } from '../../applications/applications/application.ts';
import type { Ports } from '../ports.ts';
import type { GrantInContext } from '../tokens/grant.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** Why somebody is not let in: they are no member of its team, or in none of its groups or of those of its API. */
export type NotAdmitted = 'not-in-team' | 'not-in-groups' | 'api-not-admitted';

/** @returns undefined: they are let in */
export const notAdmitted = (
  { audience }: Pick<Application, 'audience'>,
  { admitted }: Pick<GrantInContext, 'admitted'>,
): NotAdmitted | undefined => {
  if (admitted || audience === 'everyone') return undefined;
  return audience === 'team' ? 'not-in-team' : 'not-in-groups';
};

/** At the authorization request. Asks the database only where not everyone is let in. */
export async function whyNotAdmitted(
  deps: Pick<Ports, 'members' | 'groups' | 'apis'>,
  { application, audiences }: Pick<AuthorizationRequest, 'application' | 'audiences'>,
  accountId: string,
): Promise<NotAdmitted | undefined> {
  const why = await whyNotAdmittedTo(deps, application, accountId);
  if (why) return why;
  const byGroups = application.apiScopes.filter(({ apiId, byGroups }) => byGroups && audiences?.includes(apiId));
  const apiIds = [...new Set(byGroups.map(({ apiId }) => apiId))];
  return apiIds.length === 0 || (await deps.apis.isAdmittedToAll(apiIds, accountId)) ? undefined : 'api-not-admitted';
}

async function whyNotAdmittedTo(
  { members, groups }: Pick<Ports, 'members' | 'groups'>,
  { id, audience }: Pick<Application, 'id' | 'audience'>,
  accountId: string,
): Promise<NotAdmitted | undefined> {
  switch (audience) {
    case 'everyone':
      return undefined;
    case 'team':
      return (await members.roleOf(id, accountId)) === undefined ? 'not-in-team' : undefined;
    case 'groups':
      return (await groups.isAdmitted(id, accountId)) ? undefined : 'not-in-groups';
  }
}

const DETAILS: Readonly<Record<NotAdmitted, string>> = {
  'not-in-team': 'The application is in test mode, and the user is not a member of its team.',
  'not-in-groups': 'The user is in none of the groups whose members can sign in to the application.',
  'api-not-admitted': 'The user is in none of the groups whose members get tokens for the API.',
};

/** @throws OAuthError `unauthorized_client` */
export function refuseNotAdmittedToApi(offer: { admitted: boolean }): void {
  if (!offer.admitted) throw unauthorizedClient('api-not-admitted', DETAILS['api-not-admitted']);
}

/** @throws OAuthError `unauthorized_client` */
export function refuseNotAdmitted(application: Application, found: Pick<GrantInContext, 'admitted'>): void {
  const why = notAdmitted(application, found);
  if (why) throw unauthorizedClient(why, DETAILS[why]);
}
