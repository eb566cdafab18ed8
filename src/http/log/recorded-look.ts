// Records a look at a person's data (contract 61), before the data is sent.
import type { FastifyRequest } from 'fastify';
import type { Ports } from '../../core/operating/ports.ts';
import { type Actor, type AuditTarget, entryOf } from '../../core/server/audit/act.ts';
import type { AuditAction } from '../../core/server/audit/audit-actions.ts';
import { isHead } from '../routes/auth-deps.ts';
import { placeOf } from './recorded-refusal.ts';

type Look = AuditTarget & { by: Pick<Actor, 'role' | 'accountId' | 'tokenId'>; action: AuditAction; reason?: string };

/** HEAD shows nothing. @throws Unavailable, and nothing may be shown then */
export async function recordLook(
  { audit, clock }: Pick<Ports, 'audit' | 'clock'>,
  request: FastifyRequest,
  { by: { role, accountId, tokenId }, ...look }: Look,
): Promise<void> {
  if (isHead(request)) return;
  const actor = { role, accountId, tokenId, ...placeOf(request) };
  await audit.append([entryOf({ ...look, actor }, clock.now())]);
}
