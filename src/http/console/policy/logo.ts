// Sets or removes the logo of the service on /console/policy. The file is checked by its contents (case N7).
import type { FastifyRequest } from 'fastify';
import { checkLogo } from '../../../core/ground/logos/logo.ts';
import type { WantedPolicy } from '../../../core/server/policy/change-policy.ts';
import type { LogoKey } from '../../../core/server/policy/policy.ts';
import { toServiceLogo } from '../../../core/server/policy/service-logo.ts';
import { isRefused, logoFaults, logoIn, NO_FILE } from '../frame/logo.ts';
import { type RetryForm, refused } from '../frame/outcome.ts';

/** What the form wants to change, or why its file is refused. */
export function wantedLogo(request: FastifyRequest, key: LogoKey): { wanted: WantedPolicy } | RetryForm {
  const sent = logoIn(request) ?? refused([NO_FILE]);
  if (isRefused(sent)) return sent;
  const { logo, faults } = checkLogo(sent.mediaType, sent.image);
  return faults.length > 0 ? refused(logoFaults(faults)) : { wanted: { [key]: toServiceLogo(logo) } };
}
