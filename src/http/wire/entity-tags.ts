// Entity tags of single resources (contract 3; RFC 9110 8.8.3 and 13). A tag is the hash of what GET shows, so whatever
// changes the representation changes the tag.

import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpError } from '../errors/http-error.ts';

export const entityTagOf = (resource: unknown): string => tagOfText(JSON.stringify(resource));

export const tagOfText = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;

/** Sends the resource with its tag, or 304 when the caller has it already. */
export function sendResource(request: FastifyRequest, reply: FastifyReply, resource: unknown): FastifyReply {
  const tag = entityTagOf(resource);
  reply.header('etag', tag);
  return isKnown(request, tag) ? reply.code(304).send() : reply.send(resource);
}

/** Whether the caller has what the tag stands for (RFC 9110 13.1.2: weak comparison). */
export function isKnown(request: FastifyRequest, tag: string): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && names(known, tag, 'weak');
}

/** Sends what a change made of the resource, with its new tag. */
export const sendChanged = (reply: FastifyReply, resource: unknown): FastifyReply =>
  reply.header('etag', entityTagOf(resource)).send(resource);

/**
 * Before a change: `If-Match` must name the resource as it is now (RFC 9110 13.1.1: strong comparison).
 * @throws 412
 */
export const requireMatch = (request: FastifyRequest, resource: unknown): void =>
  requireTag(request, entityTagOf(resource));

/**
 * Before a whole list is deleted. A list has no ETag (contract 3: single resources have), so whatever `If-Match` names
 * is no state of it and nothing is deleted: a program that asks for a state must not be taken for one that does not.
 * `*` holds, because the list is there (RFC 9110 13.1.1).
 * @throws 412
 */
export const requireNoTag = (request: FastifyRequest): void => requireTag(request, undefined);

/** The same for a resource that brings its tag. @throws 412 */
export function requireTag(request: FastifyRequest, tag: string | undefined): void {
  const wanted = request.headers['if-match'];
  if (wanted === undefined) return;
  if (!names(wanted, tag, 'strong')) throw httpError(412);
}

function names(header: string, tag: string | undefined, comparison: 'weak' | 'strong'): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((element) => {
    const candidate = element.trim();
    return candidate === tag || (tag !== undefined && comparison === 'weak' && candidate === `W/${tag}`);
  });
}
