// A tenth of what `npm run tamper-test` does.
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { verifyAudit } from '../../../../src/core/server/audit/verify-audit.ts';
import { openTestPorts } from '../accounts/open-ports.ts';
import { givenSealedAudit, unnoticed } from './tampered.ts';

const ROUNDS = Number(process.env.TAMPERED_COPIES ?? 100);

it(`decision 51: each of ${ROUNDS} tampered copies of the audit is found, and the honest one is none`, async () => {
  const { ports, path, close } = await openTestPorts();
  await givenSealedAudit(ports);
  expect(await verifyAudit(ports)).toMatchObject({ faults: [], seals: 6, entries: 48 });
  const file = new Sqlite(path);
  const image = file.serialize();
  file.close();
  // Read and write versions 1: a database in memory has no write-ahead log (SQLite's file format, 1.3.3).
  image.fill(1, 18, 20);
  expect(await unnoticed(ports, image, ROUNDS)).toEqual([]);
  await close();
}, 600_000);
