// Whether whoever acts may manage the team of an application (contract 3), inside the transaction of the act.
import type { Database as Connection } from 'better-sqlite3';
import type { Actor } from '../../core/operators/acting.ts';
import { MAY_MANAGE } from '../roles.ts';
import { prepareRequireProof } from './session-proof.ts';
import { prepare } from './statement.ts';

/** A token that is over by its time was refused when the request began. One that was ended since has no row. */
const BY_PERSON = `
  select 1 from applications a join accounts u on u.id = $accountId
  where a.id = $applicationId and ${MAY_MANAGE} and ($tokenId is null or exists (
    select 1 from api_tokens where id = $tokenId and account_id = u.id))`;
const BY_MACHINE = `
  select 1 from applications a join machine_tokens t on t.id = $tokenId where a.id = $applicationId`;

/** @throws ConfirmationNeeded */
export function prepareMayManage(connection: Connection): (applicationId: string, by: Actor) => boolean {
  const person = prepare(connection, BY_PERSON);
  const machine = prepare(connection, BY_MACHINE);
  const requireProof = prepareRequireProof(connection);
  return (applicationId, { accountId, tokenId, proof }) => {
    requireProof(proof);
    const found = accountId === undefined ? machine : person;
    return found.get({ applicationId, accountId, tokenId }) !== undefined;
  };
}
