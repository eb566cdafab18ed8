// The settings of lifetimes and limits.
import * as z from 'zod/mini';
import { ADMITTED_ALLOWED, readAdmittedDocuments } from '../../core/server/policy/admitted-documents.ts';
import { listOf, parsed } from '../written.ts';
import { HASH_COST_ALLOWED, parseHashCost } from './hash-cost.ts';
import { number, onOrOff, seconds, setting, UP_TO_100000 } from './setting.ts';

const admittedDocuments = z.transform((entries: string[], { issues }) => {
  const admitted = readAdmittedDocuments(entries);
  if (admitted) return admitted;
  issues.push({ code: 'custom', input: entries, message: ADMITTED_ALLOWED });
  return z.NEVER;
});

export const LIFETIMES = {
  codeTtlSeconds: number(1, 600, 60, 'Lifetime of an authorization code, in seconds.'),
  accessTokenTtlSeconds: seconds(3600, 'Lifetime of an access token'),
  refreshTokenTtlSeconds: seconds(5_184_000, 'Lifetime of a refresh token', 'Each refresh issues a new one.'),
  familyTtlSeconds: seconds(
    31_536_000,
    'Maximum total lifetime of a token family, however often it is refreshed',
    'A family is all tokens of one sign-in.',
  ),
  refreshRepeatSeconds: number(
    0,
    300,
    30,
    'How long a used refresh token returns the same response again, in seconds, so that a lost response signs nobody out.',
    'Later use counts as theft.',
  ),
  auditDays: number(
    1,
    3650,
    400,
    'How long entries of the audit are kept, in days (docs/audit.md).',
    'They tell who changed what, and who looked at whose data.',
  ),
  keptAgreementDays: number(
    1,
    3650,
    1095,
    'How long agreements of deleted accounts are kept as proof, in days.',
    'They do not name the account.',
  ),
  sessionIdleSeconds: seconds(86_400, 'Idle timeout of a session'),
  sessionTtlSeconds: seconds(2_592_000, 'Maximum lifetime of a session'),
  persistentSessionIdleSeconds: seconds(2_592_000, 'Idle timeout of a session with “Keep me signed in”'),
  persistentSessionTtlSeconds: seconds(7_776_000, 'Maximum lifetime of a session with “Keep me signed in”'),
};

export const LIMITS = {
  passwordTriesPerAccount: number(1, 1000, 10, 'Maximum number of wrong passwords per account in 15 minutes.'),
  passwordTriesPerNetwork: setting(
    UP_TO_100000,
    100,
    'Maximum number of wrong passwords per network in 15 minutes.',
    'A network is an IPv4 /24 or IPv6 /48.',
  ),
  signUpsPerAddress: setting(UP_TO_100000, 20, 'Maximum number of sign-ups per IPv4 address or IPv6 /64 in an hour.'),
  signUpsPerNetwork: setting(UP_TO_100000, 200, 'Maximum number of sign-ups per IPv4 /24 or IPv6 /48 in an hour.'),
  requestsPerSecond: number(
    1,
    1_000_000,
    100,
    'Rate limit of the token, revocation, introspection and registration routes, in requests per second; bursts may be five times as high.',
    'The token, revocation and introspection routes count together for each application, and the registration routes for each token. Each process counts separately.',
  ),
  passwordHashCost: setting(
    parsed(parseHashCost, HASH_COST_ALLOWED),
    'm=19456,t=2',
    'Cost of one password hash (Argon2id): memory in KiB and passes; cheaper hashes are renewed at the next sign-in.',
    'Nobody is signed out.',
  ),
  internalDeliveries: onOrOff(
    false,
    'Allows back-channel logout, events, jwks_uri and client documents to use internal and loopback addresses.',
    'If false, nobody can make this server send requests to internal services. Where client_metadata_documents is any, their documents are never fetched from there.',
  ),
  dpopNonce: onOrOff(false, 'Demands a nonce of the server, which lives 5 minutes, in every DPoP proof (RFC 9449 8).'),
  clientMetadataDocuments: setting(
    z.pipe(
      listOf((entry) => entry !== '', ADMITTED_ALLOWED),
      admittedDocuments,
    ),
    'off',
    'Whose clients people can use that nobody registered, such as MCP clients (docs/mcp.md): off, any, or a list of hosts and beginnings of URLs; mcp stands for the clients of known makers.',
    'Their client_id is the URL of a document, which this server fetches. What the list has no more ends at the next start.',
  ),
  pushedRequests: onOrOff(
    false,
    'Lets applications push their authorization requests to /oauth/par before the browser comes (RFC 9126).',
    'Applications may then also demand it of themselves.',
  ),
};
