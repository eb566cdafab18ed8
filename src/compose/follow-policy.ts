// Follows the policy in this process, and logs what operators should know of it.
import type { Logger } from 'pino';
import { startPolicyLoop } from '../background/policy-loop.ts';
import type { JobTimers } from '../core/ground/job-timers.ts';
import type { Ports } from '../core/operating/ports.ts';

/** @returns a function that stops it */
export const followPolicy = (ports: Ports, logger: Logger, timers: JobTimers): (() => Promise<void>) =>
  startPolicyLoop(ports, {
    timers,
    onChanged: (revision) => logger.info({ event: 'policy', revision }, 'policy'),
    onDiffering: (members) =>
      logger.warn({ members }, 'Processes of this server have locked parts of the policy to different values'),
    onFailure: (err) => logger.warn({ err }, 'The policy cannot be read'),
  });
