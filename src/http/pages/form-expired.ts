// Refuses a form that failed its CSRF check (case K1): nothing changed. The page comes back with a fresh token where
// that helps, or says why the form would be refused again.
import type { FastifyRequest } from 'fastify';
import { formFault } from '../../core/accounts/form-faults.ts';
import type { Fault } from '../../core/fault.ts';
import { whyRefused } from '../browsers/csrf.ts';
import { logEvent } from '../log/security-event.ts';

/** Logs the refusal and returns the fault that the page shows. */
export function formExpired(request: FastifyRequest): Fault[] {
  logEvent(request, 'form-refused', 'refused');
  const { code, values } = whyRefused(request);
  return [formFault([], code, values)];
}
