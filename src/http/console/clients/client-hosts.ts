// GET and POST /console/clients: operators see whose clients people use that nobody registered, and block a host
// (contract 46).
import { isClientHost, setHostBlocked } from '../../../core/applications/client-documents/block-host.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import type { ConsolePage } from '../../../views/console/parts/console-page.ts';
import { CLIENTS, renderClientHosts } from '../../../views/operators/client-hosts.tsx';
import type { PageContext } from '../../../views/page/page.ts';
import { httpError } from '../../errors/http-error.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { queryOf } from '../../wire/request-parts.ts';
import { actsPage, type PageAct, type Visit } from '../frame/acts-page.ts';

const PAGE_SIZE = 50;

export const clientHostsRoute = (deps: AuthDeps): Route =>
  actsPage(deps, {
    path: CLIENTS,
    audit: 'harmless: shows no person',
    acts: { block: changing(true), unblock: changing(false) },
    asked: (_, form) => ({ event: 'client-host-change', entry: hostIn(form) }),
    render,
  });

const changing = (isBlocked: boolean): PageAct => ({
  name: isBlocked ? 'clients block' : 'clients unblock',
  async act({ ports, entered: { caller }, form }) {
    await setHostBlocked(ports, { host: hostIn(form), isBlocked, caller });
    return { kind: 'done', notice: isBlocked ? 'client-host-blocked' : 'client-host-unblocked' };
  },
});

/** @throws 400 no page sends another */
function hostIn(form: Parameters): string {
  const host = form.get('host') ?? '';
  if (!isClientHost(host)) throw httpError(400);
  return host;
}

async function render({ deps, request }: Visit, context: PageContext, page: ConsolePage) {
  const sent = queryOf(request).get('after') ?? '';
  const after = isClientHost(sent) ? sent : '';
  const found = await deps.ports.clientDocuments.listHosts({ after, limit: PAGE_SIZE + 1 });
  const hosts = found.slice(0, PAGE_SIZE);
  return renderClientHosts(context, {
    ...page,
    admitted: deps.ports.rules.clientDocuments,
    hosts,
    later: after !== '',
    nextAfter: found.length > PAGE_SIZE ? hosts.at(-1)?.host : undefined,
  });
}
