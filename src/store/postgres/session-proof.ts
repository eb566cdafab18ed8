// ../nouns/session-proof.ts, for the stores that stand in this folder.
import type { SessionProof } from '../../core/sessions/session-proof.ts';
import * as nouns from '../nouns/session-proof.ts';
import type { Values } from '../statement.ts';
import { driveIn } from './drive.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import type { Statement } from './statement.ts';

export const requireProof = (run: Run, proof: SessionProof | undefined) => driveIn(run, nouns.requireProof(proof));
export const writeWithProof = <Row extends object>(
  { write, transaction }: Pick<Postgres, 'write' | 'transaction'>,
  proof: SessionProof | undefined,
  statement: Statement,
  values: Values,
): Promise<{ count: number; rows: readonly Row[] }> =>
  proof
    ? transaction(async (run) => {
        await requireProof(run, proof);
        return run<Row>(statement, values);
      })
    : write<Row>(statement, values);
