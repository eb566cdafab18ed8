// Refuses a form that failed its CSRF check (case K1): nothing changed. The page comes back with a fresh token where
// that helps, or says why the form would be refused again.
import type { FastifyRequest } from 'fastify';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { logEvent } from '../log/security-event.ts';
import { formRefusalOf } from './csrf.ts';
import { faultsBeforeSwitch } from './language-switch.ts';

/** Logs the refusal and returns the fault that the page shows. After a language switch: the faults it showed before. */
export function formExpired(request: FastifyRequest): Fault[] {
  const shown = faultsBeforeSwitch(request);
  if (shown) return shown;
  logEvent(request, 'form-refused', 'refused');
  const { code, values } = formRefusalOf(request);
  return [formFault([], code, values)];
}
