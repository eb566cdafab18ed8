// `latchkey apis create`: creates an API, by core's rules.
import { type ApiDraft, checkApi } from '../../core/applications/apis/check-api.ts';
import { createApi } from '../../core/applications/apis/manage-apis.ts';
import type { Fault } from '../../core/ground/fault.ts';
import type { CommandAnswer, CommandContext, Flags } from '../frame/command.ts';
import { faultLines } from '../frame/fault-lines.ts';
import { withPorts } from '../frame/with-ports.ts';
import { apiAnswer, orFailed } from './api-text.ts';
import { scopeFlagOf, scopesIn, strayScopes } from './scope-flags.ts';

/** The flags' own check reports what is missing. */
export const check = (flags: Flags): string[] => [
  ...faultLines(
    checkApi(draftOf(flags), []).faults.filter(
      ({ path: [member] }) => (member !== 'resource' && member !== 'name') || flags.has(member),
    ),
    flagOf(flags),
  ),
  ...strayScopes(flags),
];

export function run(context: CommandContext): Promise<CommandAnswer> {
  const draft = draftOf(context.flags);
  return withPorts(context, async (ports) =>
    apiAnswer(orFailed(await createApi(ports, { draft }), context.flags.get('resource'), flagOf(context.flags))),
  );
}

function draftOf(flags: Flags): ApiDraft {
  const ttl = flags.optional('ttl');
  return {
    resource: flags.optional('resource'),
    name: flags.optional('name'),
    scopes: scopesIn(flags),
    applications: flags.all('ask').includes('any') ? 'any' : flags.all('ask'),
    documents: flags.has('documents'),
    audience: flags.optional('audience'),
    allowedGroups: flags.all('allowed-group'),
    groups: flags.all('group'),
    accessTokenFormat: flags.optional('format'),
    accessTokenAlg: flags.optional('signing-alg'),
    accessTokenTtlSeconds: ttl === undefined ? undefined : Number(ttl),
  };
}

const FLAGS: Readonly<Record<string, string>> = {
  applications: '--ask',
  allowed_groups: '--allowed-group',
  groups: '--group',
  access_token_format: '--format',
  access_token_signing_alg: '--signing-alg',
  access_token_ttl_seconds: '--ttl',
};

const flagOf =
  (flags: Flags) =>
  (path: Fault['path']): string => {
    const [member] = path;
    return member === 'scopes' ? scopeFlagOf(flags, path) : (FLAGS[String(member)] ?? `--${String(member)}`);
  };
