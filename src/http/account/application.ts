// What the account's pages show of one application, and of receipts (contract 27).

import { readableBy } from '../../core/grants/consent/user-info-claims.ts';
import type { Account } from '../../core/ground/accounts/account.ts';
import { logoPath } from '../../core/ground/logos/logo.ts';
import { inLanguage } from '../../core/ground/texts/translations.ts';
import type { ApplicationPage, ShownReceipts } from '../../views/account/account-props.ts';
import { accountPath, applicationPath, RECEIPTS_PATH } from '../../views/page/account-pages.ts';
import type { Language } from '../../views/page/page.ts';
import { httpError } from '../errors/http-error.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { shownConnection } from './shown-connections.ts';

/** On one page. */
const RECEIPTS_SHOWN = 8;

type Wanted = { account: Account; language: Language; id: string; beforeId: string | undefined };

/** @throws HttpError 404 when the person never agreed to anything of an application with this id */
export async function applicationContents(deps: AuthDeps, wanted: Wanted): Promise<ApplicationPage> {
  const { account, language, id: applicationId, beforeId } = wanted;
  const { ports } = deps;
  const receipts = await shownReceipts(deps, { accountId: account.id, applicationId, beforeId });
  const live = (await ports.connections.listByAccount(account.id)).find(
    ({ application }) => application.id === applicationId,
  );
  const agreed = receipts.receipts[0]?.texts.application;
  if (!live && !agreed) throw httpError(404);
  const application = live?.application ?? (await ports.applications.find(applicationId));
  const apiKey = application?.platforms[0]?.apiKey;
  return {
    page: 'application',
    name: application ? inLanguage(application, language).name : (agreed?.name ?? ''),
    logo: application && logoPath(application),
    connected: live && (await shownConnection(deps, account, language, live)),
    readable: live && (await readableBy(ports, { account, ...live })),
    manageHref: `${accountPath('applications')}${apiKey === undefined ? '' : `?client_id=${encodeURIComponent(apiKey)}`}`,
    ...receipts,
  };
}

export async function shownReceipts(
  { ports }: AuthDeps,
  of: { accountId: string; applicationId?: string; beforeId: string | undefined },
): Promise<ShownReceipts> {
  const listed = await ports.receipts.listByAccount({ ...of, limit: RECEIPTS_SHOWN + 1 });
  const receipts = listed.slice(0, RECEIPTS_SHOWN);
  const last = receipts.at(-1);
  const path = of.applicationId === undefined ? RECEIPTS_PATH : applicationPath(of.applicationId);
  const olderHref = listed.length > RECEIPTS_SHOWN && last ? `${path}?before=${last.id}` : undefined;
  return { receipts, olderHref };
}
