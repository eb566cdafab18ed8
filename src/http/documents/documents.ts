// GET and POST /documents: asks a signed-in person to agree to the documents of the service, inside an authorization
// request or after a sign-in (contract 28).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextStep } from '../../core/grants/authorize/authorize.ts';
import { boxOf } from '../../core/ground/document.ts';
import { agreeToDocuments } from '../../core/people/documents/answer-documents.ts';
import { type OpenDocument, openDocuments } from '../../core/people/documents/open-documents.ts';
import type { DeviceAccounts, SignedIn } from '../../core/sign-in/sessions/session.ts';
import { renderDocuments } from '../../views/documents/documents.tsx';
import type { Language } from '../../views/page/page.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import type { Shown } from '../browsers/shown-again.ts';
import { DOCUMENTS } from '../flow/after-sign-in.ts';
import { applicationCard } from '../flow/application-card.ts';
import { returnCancelled } from '../flow/authorize.ts';
import { chooseAccountHref, type FlowStep, withFlow } from '../flow/flow.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { documentRow, tickedIn, ticksToKeep } from './boxes.ts';

export const documentsRoutes = (deps: AuthDeps): Route[] => [
  formPage<Asked>(deps, {
    path: DOCUMENTS,
    form: formPurpose,
    confirm: 'harmless',
    opening: (handle) => withFlow(deps, withAsked(deps, handle)),
    show: (...page) => showDocuments(deps, ...page),
    submit: (...page) => handleAnswer(deps, ...page),
  }),
];

/** The person who is asked, and the documents. */
type Asked = { flow: FlowStep; device: DeviceAccounts; signedIn: SignedIn; open: readonly OpenDocument[] };

/** Whoever has nothing to agree to goes on, and whoever is not signed in meets the page that asks for it. */
function withAsked(deps: AuthDeps, handle: (request: FastifyRequest, reply: FastifyReply, asked: Asked) => unknown) {
  return async (http: FastifyRequest, reply: FastifyReply, flow: FlowStep): Promise<unknown> => {
    const device = await browserOf(deps, http).accounts();
    const signedIn = await askedPerson(deps, flow, device);
    const open = signedIn ? await openDocuments(deps.ports, signedIn.account.id) : [];
    if (!signedIn || open.length === 0) return reply.redirect(flow.onward, 303);
    return handle(http, reply, { flow, device, signedIn, open });
  };
}

async function askedPerson(deps: AuthDeps, { request, arrivedAt }: FlowStep, device: DeviceAccounts) {
  if (!request) return device.current;
  const { next, picked } = await nextStep(deps.ports, { request, device, arrivedAt });
  return next.kind === 'documents' ? picked.signedIn : undefined;
}

const formPurpose = ({ signedIn }: Asked): string => `documents ${signedIn.session.id}`;

async function handleAnswer(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, asked: Asked) {
  const { flow, signedIn } = asked;
  const form = formOf(http);
  if (flow.request && form.get('action') === 'cancel') {
    return returnCancelled(deps, reply, flow.request, 'The user did not agree to the documents of the service.');
  }
  const answer = await agreeToDocuments(deps.ports, { signedIn, ticked: tickedIn(http).documents });
  if (answer.kind === 'refused') {
    return showDocuments(deps, http, reply, asked, { status: 400, faults: answer.faults });
  }
  if (answer.kind === 'saved') logEvent(http, 'documents', 'agreed', { account: signedIn.account.id });
  return reply.redirect(flow.onward, 303);
}

async function showDocuments(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, asked: Asked, shown: Shown) {
  const { flow, signedIn, device } = asked;
  const context = await pageContext(deps, http, reply);
  const html = renderDocuments(context, {
    action: `${DOCUMENTS}${flow.carried}`,
    csrf: await csrfToken(deps, http, reply, formPurpose(asked)),
    application: flow.request && applicationCard(flow.request.application, context),
    documents: boxesOf(http, asked, context.language),
    signedIn: { email: signedIn.account.email, nickname: signedIn.account.profile.nickname },
    otherAccountHref: chooseAccountHref(device, flow),
    faults: shown.faults ?? [],
  });
  return sendPage(reply, html, { status: shown.status ?? 200, leadsToApplication: flow.request !== undefined });
}

/** What was ticked comes back only to the person who ticked it. */
function boxesOf(http: FastifyRequest, { open }: Asked, language: Language) {
  const ticked = ticksToKeep(http).documents;
  return open.map(({ document, before }) => ({
    ...documentRow(document, language),
    ticked: ticked.includes(boxOf(document)),
    agreedBeforeAt: before?.agreedAt,
  }));
}
