// `latchkey apis create`: creates an API, by core's rules.
import { type ApiDraft, checkApi } from '../../core/applications/apis/check-api.ts';
import { createApi } from '../../core/applications/apis/manage-apis.ts';
import type { Answer, CommandContext, Flags } from '../frame/command.ts';
import { faultLines } from '../frame/fault-lines.ts';
import { withPorts } from '../frame/with-ports.ts';
import { apiAnswer, flagOf, orFailed } from './api-text.ts';

/** The flags' own check reports what is missing. */
export const check = (flags: Flags): string[] =>
  faultLines(
    checkApi(draftOf(flags), []).faults.filter(({ path }) => path.length !== 1 || flags.has(flagOf(path).slice(2))),
    flagOf,
  );

export function run(context: CommandContext): Promise<Answer> {
  const draft = draftOf(context.flags);
  return withPorts(context, async (ports) =>
    apiAnswer(orFailed(await createApi(ports, { draft }), context.flags.get('resource'))),
  );
}

function draftOf(flags: Flags): ApiDraft {
  const ttl = flags.optional('ttl');
  return {
    resource: flags.optional('resource'),
    name: flags.optional('name'),
    scopes: [
      ...flags.all('scope').map((name) => ({ name, byDefault: flags.all('default-scope').includes(name) })),
      ...flags.all('machine-scope').map((name) => ({ name, machine: true })),
    ],
    applications: flags.all('ask').includes('any') ? 'any' : flags.all('ask'),
    accessTokenFormat: flags.optional('format'),
    accessTokenAlg: flags.optional('signing-alg'),
    accessTokenTtlSeconds: ttl === undefined ? undefined : Number(ttl),
  };
}
