// What counts of `scope` in an authorization request.
import { OFFLINE_ACCESS, OPENID, parseScope } from '../../../protocol/scope.ts';
import type { Application } from '../../applications/applications/application.ts';
import { isOfDocument } from '../../applications/client-documents/document-application.ts';

const DOCUMENT_SCOPES: readonly string[] = [OPENID, OFFLINE_ACCESS];

/**
 * Of a client that nobody registered, what is neither among these nor a scope of an API that it may ask for counts for
 * nothing (contract 46).
 * @returns undefined: none was sent, or nothing of it counts
 */
export function scopeOf(application: Application, sent: string | undefined): readonly string[] | undefined {
  const asked = parseScope(sent);
  if (!isOfDocument(application) || !asked) return asked;
  const known = [...DOCUMENT_SCOPES, ...application.apiScopes.map(({ item }) => item)];
  const taken = asked.filter((value) => known.includes(value));
  return taken.length > 0 ? taken : undefined;
}
