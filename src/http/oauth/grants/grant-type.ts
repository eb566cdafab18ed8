// Grant types of the token endpoint (RFC 6749 1.3), one file each. Three phases: (1) the parameters are read and what
// they present is looked up, which need not wait for client authentication; (2) the application authenticates
// (`callers/client-auth.ts`); (3) what was presented is exchanged. Nothing about it is revealed, and nothing is spent,
// before phase 3.
import type { ApplicationByKey } from '../../../core/applications/applications/application.ts';
import type { ProvenKey } from '../../../core/applications/client-jwts/check-proof.ts';
import type { AuthenticatedClient } from '../../../core/applications/client-secrets/authenticate-client.ts';
import type { AccessAnswer } from '../../../core/grants/tokens/token-answer.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import type { Parameters } from '../../../protocol/parameters.ts';

export type GrantDeps = Pick<
  Ports,
  | 'apis'
  | 'codes'
  | 'deviceCodes'
  | 'tokens'
  | 'members'
  | 'clock'
  | 'secrets'
  | 'rules'
  | 'signingKeys'
  | 'issuer'
  | 'apiUrl'
  | 'publish'
>;

/**
 * Phase 3. @returns undefined: to this application there is no such grant type (contract 45)
 * @throws OAuthError; `Unavailable`
 */
export type Exchange = (client: AuthenticatedClient, proof: ProvenKey | undefined) => Promise<AccessAnswer | undefined>;

export type Begun = {
  exchange: Exchange;
  /** Whether a client that proves nothing else presents what only it can have: then the request counts for it alone. */
  possesses?(client: ApplicationByKey): Promise<boolean>;
};

export type GrantType = {
  /** `grant_type`. */
  name: string;
  /** Its parameters, none of which may be sent twice. */
  parameters: readonly string[];
  /** Phase 1. A missing parameter is reported in phase 3. */
  begin(deps: GrantDeps, body: Parameters): Begun;
};

/** RFC 8707 2: `resource` may be sent more than once, and is ignored where there is no API. */
export const resourcesOf = (body: Parameters): readonly string[] =>
  body.all('resource').filter((value) => value !== '');
