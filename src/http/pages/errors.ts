// GET /errors: every error with cause and remedy, to which `type` and `error_uri` of every error lead. `q` searches.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CATALOGUE } from '../../core/applications/error-catalogue.ts';
import { type ErrorsProps, renderErrors } from '../../views/developers/errors.tsx';
import { chapterTitleIn, errorTextIn } from '../../views/messages/error-texts.ts';
import type { Language } from '../../views/page/page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { queryOf } from '../wire/request-parts.ts';
import { sendConstantPage } from './constant-page.ts';

const MAX_QUERY_LENGTH = 100;

export function errorsRoute(deps: AuthDeps): Route {
  const sendAll = sendConstantPage(deps, '/errors', (context) =>
    renderErrors(context, { query: undefined, chapters: chaptersIn(context.language) }),
  );
  const sendFound = async (query: string, request: FastifyRequest, reply: FastifyReply) => {
    const context = await pageContext(deps, request, reply);
    return sendPage(reply, renderErrors(context, { query, chapters: findErrors(query, context.language) }));
  };
  return {
    path: '/errors',
    errors: 'page',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: (request, reply) => {
          const query = (queryOf(request).get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH);
          return query === '' ? sendAll(request, reply) : sendFound(query, request, reply);
        },
      },
    },
  };
}

type Chapters = ErrorsProps['chapters'];
type Entry = Chapters[number]['entries'][number];

const textOf = ({ code, title, cause, cure, reportedAs }: Entry): string =>
  [code, title, cause, cure, ...reportedAs].join('\n');

/** The catalogue with its texts in the language. */
export const chaptersIn = (language: Language): Chapters =>
  ERROR_CATALOGUE.map(({ id, title, entries }) => ({
    id,
    title: chapterTitleIn(language, id) ?? title,
    entries: entries.map((entry) => ({ ...entry, ...errorTextIn(language, entry.code) })),
  }));

/** What contains every word of the query, in the language or in English, in any case. */
export function findErrors(query: string, language: Language): Chapters {
  const words = query.toLowerCase().split(/\s+/);
  const english = new Map(chaptersIn('en').flatMap(({ entries }) => entries.map((entry) => [entry.code, entry])));
  const matches = (entry: Entry) => {
    const text = [entry, english.get(entry.code) ?? entry].map(textOf).join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return chaptersIn(language)
    .map((chapter) => ({ ...chapter, entries: chapter.entries.filter(matches) }))
    .filter(({ entries }) => entries.length > 0);
}
