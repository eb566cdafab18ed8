// GET and POST /console/policy/documents: the documents of the service, one by one (contract 28, 29). `edit` in the
// query opens the form of one.
import type { FastifyRequest } from 'fastify';
import { type Document, MAX_DOCUMENTS } from '../../../core/ground/document.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import { TRANSLATION_LANGUAGES } from '../../../core/ground/texts/translations.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { type DocumentEdit, editDocuments, type TypedDocument } from '../../../core/server/policy/edit-documents.ts';
import { followedPolicy } from '../../../core/server/policy/policy.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import type { ConsoleNotice, ConsolePage } from '../../../views/console/parts/console-page.ts';
import type { PageContext } from '../../../views/page/page.ts';
import { DOCUMENT_VERSION, DOCUMENTS_PAGE, renderDocuments } from '../../../views/policy/documents.tsx';
import { httpError } from '../../errors/http-error.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { formOf, queryOf } from '../../wire/request-parts.ts';
import type { PageAct, Visit } from '../frame/acts-page.ts';
import { policyPage, toOutcome } from './policy-page.ts';

/** The document whose form is open; undefined: none. */
type At = Document | undefined;

export const documentsRoute = (deps: AuthDeps): Route =>
  policyPage<At>(deps, {
    path: DOCUMENTS_PAGE,
    reach: openedIn,
    acts: {
      add: editing('added', (form) => ({ what: 'add', typed: typedIn(form, form.get('id')?.trim() ?? '') })),
      change: editing('saved', (form) => ({ what: 'change', typed: typedIn(form, entryOf(form)) })),
      remove: editing('removed', (form) => ({ what: 'remove', id: entryOf(form) })),
      'move-up': editing('saved', (form) => ({ what: 'move-up', id: entryOf(form) })),
    },
    render,
  });

const documentsOf = ({ livePolicy: { kinds, stored } }: Pick<Ports, 'livePolicy'>): readonly Document[] =>
  followedPolicy(kinds, stored()).documents;

const entryOf = (form: Parameters): string => form.get('entry') ?? '';

/** @throws 404 when a link opens one that is not there. A form about one that is gone is shown as one that adds it. */
function openedIn({ ports }: AuthDeps, request: FastifyRequest): At {
  const linked = queryOf(request).get('edit');
  const form = formOf(request);
  const asked = linked ?? (form.get('action') === 'move-up' ? undefined : entryOf(form));
  const opened = documentsOf(ports).find(({ id }) => id === asked);
  if (linked !== undefined && !opened) throw httpError(404);
  return opened;
}

const editing = (notice: ConsoleNotice, editIn: (form: Parameters) => DocumentEdit): PageAct<At> => ({
  name: 'policy',
  async act({ ports, form, entered: { caller } }) {
    const revision = Number(form.get('version'));
    const edited = await editDocuments(ports, { edit: editIn(form), revision, proof: caller.proof });
    return toOutcome(edited, notice, inForm);
  },
});

/** The form has a field for each language, and its `version` is that of the policy. */
function inForm(fault: Fault): Fault {
  const [member, language] = fault.path;
  if (member === 'title' || member === 'uri') {
    return { ...fault, path: [`${member}_${language ?? TRANSLATION_LANGUAGES[0]}`] };
  }
  return member === 'version' ? { ...fault, path: [DOCUMENT_VERSION] } : fault;
}

function typedIn(form: Parameters, id: string): TypedDocument {
  const textIn = (name: string): string => form.get(name)?.trim() ?? '';
  const textsIn = (member: string) =>
    Object.fromEntries(
      TRANSLATION_LANGUAGES.map((language) => [language, textIn(`${member}_${language}`)] as const).filter(
        ([, text]) => text !== '',
      ),
    );
  return {
    ...{ id, kind: textIn('kind'), required: form.has('required'), version: textIn(DOCUMENT_VERSION) },
    ...{ title: textsIn('title'), uri: textsIn('uri') },
  };
}

async function render({ deps: { ports }, at: opened }: Visit<At>, context: PageContext, page: ConsolePage) {
  const { livePolicy } = ports;
  return renderDocuments(context, {
    ...page,
    ...{ opened, documents: documentsOf(ports), revision: livePolicy.revision() },
    ...{ most: MAX_DOCUMENTS, locked: livePolicy.kinds.documents.locked?.by },
  });
}
