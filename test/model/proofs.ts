// How an application proves itself in a step: as it should, or in one of the ways that must not work.
import type { Proof } from './grants.ts';
import { at, type Grant, type Model } from './state.ts';

export const PROOFS = [
  'right',
  'other key',
  'another application',
  'no secret',
  'made-up secret',
  'deleted secret',
] as const;
export type ProofKind = (typeof PROOFS)[number];

/** Undefined: there is none of that kind. */
export function proofOf(model: Model, grant: Pick<Grant, 'key' | 'application'>, kind: ProofKind): Proof | undefined {
  switch (kind) {
    case 'right':
      return { key: grant.key, secret: rightSecret(model, grant.key) };
    case 'no secret':
      return { key: grant.key, secret: 'none' };
    case 'made-up secret':
      return { key: grant.key, secret: 'made-up' };
    case 'deleted secret': {
      const deleted = at(model.applications, grant.application).secrets.findLast((secret) => secret.gone);
      return deleted && { key: grant.key, secret: deleted.id };
    }
    default: {
      const isOther = (application: number) => (kind === 'other key') === (application === grant.application);
      const other = model.keys.findLast((key) => key.id !== grant.key && isOther(key.application) && !key.gone);
      return other && { key: other.id, secret: rightSecret(model, other.id) };
    }
  }
}

/** The newest live one, where the key takes any. */
function rightSecret(model: Model, keyId: number): Proof['secret'] {
  const key = at(model.keys, keyId);
  const { secretRequired, secrets } = at(model.applications, key.application);
  if (key.platform !== 'Web' || !secretRequired) return 'none';
  return secrets.findLast((secret) => !secret.gone)?.id ?? 'none';
}
