// Whether an application asks for two factors (contract 24): then a person with a passkey uses it after the password.
import type { AuthorizationRequest } from './authorization-request.ts';

/** The first `acr` value that is known decides; an essential claim comes before `acr_values`. */
export const asksSecondFactor = ({ claims, acrValues }: Pick<AuthorizationRequest, 'claims' | 'acrValues'>): boolean =>
  (claims.acr?.values ?? acrValues).find((value) => value === '1' || value === '2') === '2';
