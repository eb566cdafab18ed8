// The console (contract 4 "Pages"), in which owners register and manage their applications. It has no rules of its own:
// every form calls the same use case as the registration API.

import type { SectionName } from '../../views/console/parts/sections.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { addressesSection } from './addresses.ts';
import { operatorApiRoute } from './apis/api.ts';
import { apiListRoute } from './apis/apis.ts';
import { applicationListRoutes } from './application-list.ts';
import { clientSecretsSection } from './client-secrets.ts';
import { clientHostsRoute } from './clients/client-hosts.ts';
import { consentItemsSection } from './consent-items.ts';
import { type Section, sectionRoute } from './frame/console-section.ts';
import { givenUpMessageRoutes } from './given-up-messages.ts';
import { groupRoute } from './groups/group.ts';
import { groupListRoute } from './groups/groups.ts';
import { newApplicationRoutes } from './new-application.ts';
import { accountRoute } from './operators/account.ts';
import { accountListRoutes } from './operators/accounts.ts';
import { mailsRoute } from './operators/mails.ts';
import { searchRoute } from './operators/search.ts';
import { overviewSection } from './overview.ts';
import { documentsRoute } from './policy/documents.ts';
import { looksRoute } from './policy/looks.ts';
import { policyRoute } from './policy/policy.ts';
import { removalSection } from './removal.ts';
import { sampleCodeSection } from './sample-code.ts';
import { settingsSection } from './settings.ts';
import { signInSection } from './sign-in-settings.ts';
import { teamSection } from './team.ts';
import { apiTokenRoute } from './tokens/api-tokens.ts';
import { machineTokenRoute } from './tokens/machine-tokens.ts';
import { tryItRoutes, tryItSection } from './try-it.ts';
import { auditFileRoute, auditSection } from './watch/audit.ts';
import { connectionsSection } from './watch/connections.ts';
import { doctorRoutes } from './watch/doctor.ts';
import { eventsSection } from './watch/events.ts';
import { serverAuditRoutes } from './watch/server-audit.ts';
import { signingKeyRoutes } from './watch/signing-keys.ts';
import { statisticsFileRoute, statisticsSection } from './watch/statistics.ts';

const SECTIONS: { readonly [Name in SectionName]: Section<Name> } = {
  overview: overviewSection,
  addresses: addressesSection,
  'consent-items': consentItemsSection,
  'sign-in': signInSection,
  'sample-code': sampleCodeSection,
  'try-it': tryItSection,
  'client-secrets': clientSecretsSection,
  statistics: statisticsSection,
  connections: connectionsSection,
  events: eventsSection,
  audit: auditSection,
  team: teamSection,
  settings: settingsSection,
  removal: removalSection,
};

export const consoleRoutes = (deps: AuthDeps): Route[] => [
  ...applicationListRoutes(deps),
  ...newApplicationRoutes(deps),
  apiTokenRoute(deps),
  machineTokenRoute(deps),
  policyRoute(deps),
  documentsRoute(deps),
  looksRoute(deps),
  mailsRoute(deps),
  ...givenUpMessageRoutes(deps),
  ...serverAuditRoutes(deps),
  ...signingKeyRoutes(deps),
  ...doctorRoutes(deps),
  searchRoute(deps),
  ...accountListRoutes(deps),
  accountRoute(deps),
  groupListRoute(deps),
  groupRoute(deps),
  apiListRoute(deps),
  operatorApiRoute(deps),
  clientHostsRoute(deps),
  ...Object.values(SECTIONS).map((section) => sectionRoute(deps, section)),
  statisticsFileRoute(deps),
  auditFileRoute(deps),
  ...tryItRoutes(deps),
];
