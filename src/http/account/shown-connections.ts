// What the account's pages show of a connected application: what it can read now, by item (contract 27).

import type { Application } from '../../core/applications/applications/application.ts';
import type { Connection } from '../../core/applications/connections/connection.ts';
import { receivedGroupsIn } from '../../core/applications/groups/received-groups.ts';
import {
  isNicknameGivenAsName,
  type WithholdingRules,
  withholdingFor,
} from '../../core/grants/consent/profile-claims.ts';
import { isUnused } from '../../core/grants/consent/unused.ts';
import { type AnsweredItem, answeredItems, answeredScopes } from '../../core/grants/consent/withdraw-items.ts';
import type { Account } from '../../core/ground/accounts/account.ts';
import { logoPath } from '../../core/ground/logos/logo.ts';
import { inLanguage } from '../../core/ground/texts/translations.ts';
import type { ShownGroup } from '../../core/people/groups/group.ts';
import { hostOfDocument } from '../../core/server/policy/document-url.ts';
import type { AccountConnection } from '../../views/account/account-props.ts';
import { applicationPath } from '../../views/page/account-pages.ts';
import type { Language } from '../../views/page/page.ts';
import { isWithheld, shownScope, valueAsText } from '../flow/consent-rows.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

/** Every application that is connected. */
export async function connectionsOf(
  deps: AuthDeps,
  account: Account,
  language: Language,
): Promise<AccountConnection[]> {
  const connected = await deps.ports.connections.listByAccount(account.id);
  return Promise.all(connected.map((live) => shownConnection(deps, account, language, live)));
}

type Live = { connection: Connection; application: Application };

export async function shownConnection(
  { ports }: AuthDeps,
  account: Account,
  language: Language,
  { connection, application }: Live,
): Promise<AccountConnection> {
  const answered = answeredItems(application, connection);
  const received = await receivedGroupsIn(language, ports, application, account.id);
  const withholding = withholdingFor(ports.rules, application.consentItems);
  return {
    applicationId: application.id,
    name: inLanguage(application, language).name,
    documentHost: application.documentUrl === undefined ? undefined : hostOfDocument(application.documentUrl),
    logo: logoPath(application),
    homepageUri: application.homepageUri,
    connectedAt: connection.createdAt,
    lastUsedAt: connection.lastUsedAt,
    unused: isUnused(connection, ports.clock.now()),
    href: applicationPath(application.id),
    scopes: answeredScopes(application, connection).map(({ entry, agreed }) => ({
      ...shownScope(entry, language),
      agreed,
    })),
    items: connectionRows(answered, account, { received, withholding }),
  };
}

function connectionRows(
  answered: readonly AnsweredItem[],
  account: Account,
  { received, withholding }: { received: readonly ShownGroup[]; withholding: WithholdingRules },
): AccountConnection['items'] {
  const agreedItems = answered.filter(({ agreed }) => agreed).map(({ entry }) => entry.item);
  const asName = isNicknameGivenAsName(agreedItems, account) ? 'always' : undefined;
  return answered.map(({ entry, agreed }) => ({
    item: entry.item,
    consent: entry.consent,
    agreed,
    value: valueAsText(entry.item, account, received),
    withheld: isWithheld(entry.item, account, withholding),
    asName: entry.item === 'nickname' ? asName : undefined,
  }));
}
