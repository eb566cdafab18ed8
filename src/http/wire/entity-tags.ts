// ETags and preconditions of single resources (contract 3; RFC 9110 8.8.3 and 13). An ETag is the hash of the
// representation that GET returns, so it changes with every visible change.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpError } from '../errors/http-error.ts';
import { refuseUnknownQuery } from './unknown-query.ts';

export const entityTagOf = (resource: unknown): string => tagOfText(JSON.stringify(resource));

export const tagOfText = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;

/** Sends the resource with its ETag, or 304 if the client has it. */
export function sendResource(request: FastifyRequest, reply: FastifyReply, resource: unknown): FastifyReply {
  const tag = entityTagOf(resource);
  reply.header('etag', tag);
  return isKnown(request, tag) ? reply.code(304).send() : reply.send(resource);
}

/** Whether `If-None-Match` lists the tag (RFC 9110 13.1.2: weak comparison). */
export function isKnown(request: FastifyRequest, tag: string): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && names(known, tag, 'weak');
}

/** Sends the changed resource with its new ETag. */
export const sendChanged = (reply: FastifyReply, resource: unknown): FastifyReply =>
  reply.header('etag', entityTagOf(resource)).send(resource);

/**
 * Before a change: `If-Match` must list the current ETag of the resource (RFC 9110 13.1.1: strong comparison).
 * @throws 412
 */
export const requireMatch = (request: FastifyRequest, resource: unknown): void =>
  requireTag(request, entityTagOf(resource));

/**
 * Before a whole list is deleted. Lists have no ETag (contract 3), so any ETag in `If-Match` fails: a request that
 * depends on a state must not be treated as one that does not. `*` matches, because the list exists (RFC 9110 13.1.1).
 * @throws 412
 */
export const requireNoTag = (request: FastifyRequest): void => requireTag(request, undefined);

/**
 * Also refuses an unknown query, which comes after 412 (contract 3, order of checks).
 * @param tag of the resource; undefined if it has none. @throws 412; InputError
 */
export function requireTag(request: FastifyRequest, tag: string | undefined): void {
  const wanted = request.headers['if-match'];
  if (wanted !== undefined && !names(wanted, tag, 'strong')) throw httpError(412);
  refuseUnknownQuery(request);
}

function names(header: string, tag: string | undefined, comparison: 'weak' | 'strong'): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((element) => {
    const candidate = element.trim();
    return candidate === tag || (tag !== undefined && comparison === 'weak' && candidate === `W/${tag}`);
  });
}
