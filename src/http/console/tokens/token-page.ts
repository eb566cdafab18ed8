// A page of tokens in the console: those of the person, or those of machines. Making or ending one needs a
// confirmation, and a new token is shown once (cases N4, N12).
import type { FastifyRequest } from 'fastify';
import type { ApiTokenDraft } from '../../../core/applications/api-tokens/own-api-tokens.ts';
import { SCOPES } from '../../../core/ground/acts/scope.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import type { ActedFrom } from '../../../core/server/mail/write-mail.ts';
import type { ApiTokensProps } from '../../../views/console/parts/console-page.ts';
import type { PageContext } from '../../../views/page/page.ts';
import { actedFrom } from '../../browsers/visitor.ts';
import { noteChange } from '../../log/logged-change.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Audit, Route } from '../../routes/route.ts';
import { actsPage, type Work } from '../frame/acts-page.ts';
import type { ConsoleContext } from '../frame/console-context.ts';
import { findCreatedSecret, storeCreatedSecret } from '../frame/created-secret.ts';
import { typed } from '../frame/edit-in-console.ts';
import { type ActOutcome, changedMeanwhile, refused } from '../frame/outcome.ts';

type CreatedToken =
  | { kind: 'created'; id: string; token: string }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** Another token was created since the form was shown. */
  | { kind: 'changed' }
  /** The person or their role is gone. */
  | { kind: 'gone' };

export type TokenPage = {
  path: string;
  /** Comes before `create` and `remove` in the log and the audit. */
  prefix: '' | 'machine-token-';
  audit: Audit;
  /** @throws 403 */
  enter(deps: AuthDeps, request: FastifyRequest): Promise<ConsoleContext>;
  /** Where it shows somebody else, it records the look. */
  list(ports: Ports, entered: ConsoleContext, request: FastifyRequest): Promise<ApiTokensProps['tokens']>;
  /** The scopes that the person may give. */
  scopesOf(entered: ConsoleContext): ApiTokensProps['scopes'];
  /** @param input `newest`: id of the newest token that the form showed. @throws ConfirmationNeeded */
  create(
    ports: Ports,
    entered: ConsoleContext,
    input: { draft: ApiTokenDraft; newest: string; from: ActedFrom },
  ): Promise<CreatedToken>;
  /** A token that is already gone counts as removed. @throws ConfirmationNeeded */
  remove(ports: Ports, entered: ConsoleContext, id: string): Promise<unknown>;
  render(context: PageContext, props: ApiTokensProps): string;
};

export const tokenRoute = (deps: AuthDeps, page: TokenPage): Route =>
  actsPage(deps, {
    path: page.path,
    audit: page.audit,
    enter: page.enter,
    acts: {
      create: { name: `${page.prefix}create`, act: (work) => create(page, work) },
      remove: { name: `${page.prefix}remove`, act: (work) => remove(page, work) },
    },
    asked: (_, form) => ({ event: 'api-token-change', entry: form.get('entry') }),
    render: async ({ request, entered }, context, shown) =>
      page.render(context, {
        ...shown,
        scopes: page.scopesOf(entered),
        tokens: await page.list(deps.ports, entered, request),
        now: deps.ports.clock.now(),
        apiUrl: deps.apiUrl,
      }),
  });

async function remove(page: TokenPage, { ports, entered, form }: Work): Promise<ActOutcome> {
  await page.remove(ports, entered, form.get('entry') ?? '');
  return { kind: 'done', notice: 'token-removed' };
}

async function create(page: TokenPage, { deps, ports, request, entered, form }: Work): Promise<ActOutcome> {
  const scopes = SCOPES.filter((scope) => form.has(`scope-${scope}`));
  const draft = { name: typed(form, 'name'), days: typed(form, 'days'), scopes };
  const newest = form.get('newest') ?? '';
  const from = actedFrom(deps, request, entered.signedIn.account);
  const made = await page.create(ports, entered, { draft, newest, from });
  switch (made.kind) {
    case 'created':
      noteChange(request, { entry: made.id });
      return storeCreatedSecret(deps, request, entered, { secret: made.token, form: newest });
    case 'changed':
      return findCreatedSecret(deps, request, entered, newest);
    case 'refused':
      return refused(made.faults);
    case 'gone':
      return changedMeanwhile;
  }
}
