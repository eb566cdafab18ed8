// Bodies: which a route takes, and the two readers (contract 9). Fastify reads odd content types kindly; here the type
// is compared as a whole before any reader sees a byte.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler, RequestPayload } from 'fastify';
import { LOGO_TYPES, MAX_LOGO_BYTES } from '../../core/logos/logo.ts';
import type { LogoType } from '../../core/logos/logo-image.ts';
import { Parameters } from '../../protocol/parameters.ts';
import { httpError } from '../errors/http-error.ts';
import type { BodyKind, RouteMethod } from '../routes/route.ts';
import { requireAcceptable } from './accept.ts';
import { parseJson } from './json-body.ts';
import { MAX_BODY_BYTES, MAX_FILE_FORM_BYTES, NEVER_WITH_BODY, REQUEST_TIMEOUT_MS } from './message-rules.ts';
import { hasBody, isHttp2, NO_PARAMETERS } from './request-parts.ts';
import { limitBodyTime } from './slow-bodies.ts';

const typePattern = (type: string) => new RegExp(`^${type}[ \\t]*(?:;[ \\t]*charset=(?:utf-8|"utf-8")[ \\t]*)?$`, 'i');
const FORM = { name: 'application/x-www-form-urlencoded', pattern: typePattern('application/x-www-form-urlencoded') };
const JSON_TYPE = { name: 'application/json', pattern: typePattern('application/json') };
const MERGE_PATCH = { name: 'application/merge-patch+json', pattern: typePattern('application/merge-patch\\+json') };
/** RFC 7396. Plain JSON is taken as the same: it is what most programs send. */
const MERGE_PATCH_OR_JSON = {
  name: `${MERGE_PATCH.name} or ${JSON_TYPE.name}`,
  pattern: new RegExp(`${MERGE_PATCH.pattern.source}|${JSON_TYPE.pattern.source}`, 'i'),
};
const ACCEPT_PATCH = { headers: { 'accept-patch': `${MERGE_PATCH.name}, ${JSON_TYPE.name}` } };
const IMAGE = { name: LOGO_TYPES.join(' or '), pattern: new RegExp(`^(?:${LOGO_TYPES.join('|')})$`, 'i') };
/** The boundary as RFC 2046 5.1.1 has it. */
const FILE_FORM = /^multipart\/form-data[ \t]*;[ \t]*boundary=(?:[\w'()+,./:=?-]{1,70}|"[\w'()+,./:=? -]{1,70}")$/i;
const TYPES: Readonly<Record<Exclude<BodyKind, 'none'>, { name: string; pattern: RegExp }>> = {
  form: FORM,
  'form-or-file': {
    name: `${FORM.name} or multipart/form-data`,
    pattern: new RegExp(`${FORM.pattern.source}|${FILE_FORM.source}`, 'i'),
  },
  'optional-form': FORM,
  json: JSON_TYPE,
  'optional-json': JSON_TYPE,
  'merge-patch': MERGE_PATCH_OR_JSON,
  image: IMAGE,
};

/** The only readers of the host besides that of `form-or-file` routes. Fastify's own forgiving ones go. */
export function registerBodyReaders(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([JSON_TYPE.name, MERGE_PATCH.name], { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const mayBeEmpty = request.routeOptions.config.body === 'optional-json';
    done(null, body.length === 0 && mayBeEmpty ? undefined : parseJson(body));
  });
  app.addContentTypeParser([...LOGO_TYPES], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addContentTypeParser(FORM.name, { parseAs: 'string' }, (_request, body: string, done) =>
    done(null, parseForm(body)),
  );
}

/** How large a body of this kind may be, also one that comes in chunks. */
export const mostBytes = (kind: BodyKind): number => (kind === 'image' ? MAX_LOGO_BYTES : MAX_BODY_BYTES);

/** The type of an `image` body, which was found to be one of them. */
export function imageTypeOf(request: FastifyRequest): LogoType {
  const type = LOGO_TYPES.find((known) => known === request.headers['content-type']?.toLowerCase());
  if (!type) throw new Error('The route is not declared for images.');
  return type;
}

const parseForm = (text: string): Parameters => (text === '' ? NO_PARAMETERS : Parameters.parse(text));

/**
 * What happens between access and body: the route's own look at the resource, `Accept`, then the body's size and type
 * (contract 3, order of checks). Nothing for most GET requests, which then have one step less.
 */
export function beforeBody(name: string, method: RouteMethod): { preParsing?: preParsingHookHandler } {
  const { beforeBody: look, produces, body } = method;
  if (NEVER_WITH_BODY.has(name) && !look && !produces) return {};
  const check = (request: FastifyRequest): void => {
    if (produces) requireAcceptable(request, produces);
    checkBody(request, body);
  };
  if (look) {
    return {
      preParsing: (request, reply, payload, done) => {
        new Promise((resolve) => resolve(look(request)))
          .then(() => check(request))
          .then(() => done(null, bodyOf(request, reply, payload)), done);
      },
    };
  }
  return {
    preParsing: (request, reply, payload, done) => {
      try {
        check(request);
      } catch (error) {
        return done(error as Error);
      }
      done(null, bodyOf(request, reply, payload));
    },
  };
}

const isFileForm = (kind: BodyKind | undefined, type: string | undefined): boolean =>
  kind === 'form-or-file' && FILE_FORM.test(type ?? '');

const awaitingContinue = new WeakSet<IncomingMessage>();

/**
 * The client sends its body after `100 Continue` (RFC 9110 10.1.1): it is told so when the body is wanted, and not
 * before.
 */
export const awaitContinue = (message: IncomingMessage): void => {
  awaitingContinue.add(message);
};

/** The body, which nothing stands against any more. A form with a file keeps the time itself, where it is read. */
function bodyOf(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload): RequestPayload {
  const { raw, routeOptions } = request;
  if (awaitingContinue.has(raw)) reply.raw.writeContinue();
  const isKept = !isHttp2(raw) || !hasBody(raw) || isFileForm(routeOptions.config.body, raw.headers['content-type']);
  return isKept ? payload : limitBodyTime(raw as IncomingMessage, REQUEST_TIMEOUT_MS);
}

function checkBody(request: FastifyRequest, kind: BodyKind): void {
  const { headers } = request;
  const type = headers['content-type'];
  const sent = hasBody(request.raw);
  if (!sent && (kind === 'json' || kind === 'merge-patch'))
    throw httpError(400, 'This request requires a JSON body.', { code: 'body-missing' });
  if (!sent && kind === 'image') throw httpError(400, `This request requires ${IMAGE.name}.`, { code: 'body-missing' });
  if (!sent && (type === undefined || kind === 'none')) return;
  if (kind === 'none')
    throw httpError(400, 'This request must not have a body.', {
      code: 'body-unexpected',
      headers: { connection: 'close' },
    });
  const most = isFileForm(kind, type) ? MAX_FILE_FORM_BYTES : mostBytes(kind);
  if (Number(headers['content-length'] ?? 0) > most) {
    throw httpError(413, kind === 'image' ? 'The image is larger than 48 KiB.' : undefined, {
      headers: { connection: 'close' },
    });
  }
  const wanted = TYPES[kind];
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity')
    throw httpError(415, 'The body must not be compressed.');
  if (wanted.pattern.test(type ?? '')) return;
  if (kind === 'image') throw httpError(415, `The body must be ${wanted.name}.`);
  throw httpError(415, `The body must be ${wanted.name}, in UTF-8.`, kind === 'merge-patch' ? ACCEPT_PATCH : {});
}
