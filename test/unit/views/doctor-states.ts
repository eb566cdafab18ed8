// The states of the pages of signing keys and of what `latchkey doctor` says, by name.
import { FINDINGS, type FindingCode } from '../../../src/core/operating/doctor/all-findings.ts';
import {
  type Finding,
  type FindingValues,
  findingOf,
  type Templates,
} from '../../../src/core/operating/doctor/finding.ts';
import type { DescribedKey, DescribedKeys } from '../../../src/core/server/keys/describe-keys.ts';
import { type DoctorProps, renderDoctor } from '../../../src/views/console/watch/doctor.tsx';
import { renderServerState, type ServerStateProps } from '../../../src/views/console/watch/server-state.tsx';
import { renderSigningKeys } from '../../../src/views/console/watch/signing-keys.tsx';
import { operatorContext, type State } from './console-states.ts';

const AT = Date.UTC(2026, 9, 3, 14, 5);
const DAY = 86_400_000;

const tell = findingOf(FINDINGS as Templates) as (code: FindingCode, values?: FindingValues) => Finding;

const FINE: readonly Finding[] = [
  tell('database-intact', { where: 'data/latchkey.db', size: '38 MB', walSize: '2 MB' }),
  tell('schema-current', { newest: '0024_roles_receipts_scopes_policy' }),
  tell('key-in-time', { algorithm: 'ES256', age: 12, left: 78 }),
  tell('secret-good', { bytes: 44, where: 'secret_file: data/secret.key' }),
  tell('files-private', { count: 7 }),
  tell('address-reached', { url: 'https://login.acme.example' }),
  tell('certificate-valid', { where: 'https://login.acme.example', days: 61 }),
];
const TROUBLED: readonly Finding[] = [
  tell('database-damaged', { where: 'data/latchkey.db', damage: `Page 7: ${'never-used-'.repeat(20)}` }),
  tell('proxy-none-trusted'),
  tell('factors-missing', { policy: 'staff', count: 2, named: 'mina.kim@example.com, jun@example.com' }),
  tell('mail-given-up', {
    ...{ server: 'smtp://mail.acme.example:587', from: 'login@acme.example', answer: '250 2.1.0 Ok', givenUp: 12 },
  }),
  ...FINE,
];

/** Every finding there is, with values that show their names. */
const EVERY: readonly Finding[] = (Object.keys(FINDINGS) as FindingCode[]).map((code) =>
  tell(code, new Proxy({}, { get: (_, name) => String(name) })),
);

const doctor =
  (report: DoctorProps['report']): State =>
  (language) =>
    renderDoctor(operatorContext(language), { report });

const key = (number: number, state: DescribedKey['state'], over: Partial<DescribedKey> = {}): DescribedKey => ({
  ...{ id: `${number}Zk2xQ4vX7tYb0sKpLd9wRzHf3uNaGe6oCi1xVb5TqM`, algorithm: 'ES256', number, state },
  ...{ createdAt: AT - 90 * DAY, signsFrom: AT - 60 * DAY, revokedAt: undefined },
  ...{ signsUntil: AT + 30 * DAY, publishedUntil: AT + 31 * DAY, believedUntil: AT + 120 * DAY },
  ...over,
});
const NO_END = { signsUntil: undefined, publishedUntil: undefined, believedUntil: undefined };
const ALGORITHMS: readonly DescribedKeys[] = [
  { algorithm: 'RS256', nextRotationAt: undefined, keys: [key(1, 'current', { algorithm: 'RS256', ...NO_END })] },
  {
    algorithm: 'ES256',
    nextRotationAt: AT + 30 * DAY,
    keys: [
      key(5, 'next', { signsFrom: AT + 30 * DAY, ...NO_END }),
      ...[key(4, 'current'), key(3, 'previous'), key(2, 'kept')],
      key(1, 'revoked', { revokedAt: AT - DAY, ...NO_END }),
    ],
  },
];

const day = (completed: number, failed: number) => ({ completed, failed });
const state =
  (over: Partial<ServerStateProps> = {}): State =>
  (language) =>
    renderServerState(operatorContext(language), {
      ...{ today: day(1284, 17), yesterday: day(23_902, 210), givenUp: { count: 0, more: false }, keys: ALGORITHMS },
      ...{ backup: { at: AT - DAY }, version: '1.0.0', notice: undefined },
      ...{ report: { kind: 'examined', at: AT, findings: FINE }, ...over },
    });

export const DOCTOR_STATES: Readonly<Record<string, State>> = {
  'console-server': state(),
  'console-server-new': state({
    ...{ today: day(0, 0), yesterday: day(0, 0), keys: [], backup: { at: undefined }, report: undefined },
  }),
  'console-server-troubled': state({
    ...{ givenUp: { count: 100, more: true }, report: { kind: 'examined', at: AT, findings: TROUBLED } },
    notice: 'application-removed',
  }),
  'console-server-failed': state({ report: { kind: 'failed' }, backup: undefined }),
  'console-doctor': doctor({ kind: 'examined', at: AT, findings: TROUBLED }),
  'console-doctor-fine': doctor({ kind: 'examined', at: AT, findings: FINE }),
  'console-doctor-every': doctor({ kind: 'examined', at: AT, findings: EVERY }),
  'console-doctor-failed': doctor({ kind: 'failed' }),
  'console-signing-keys': (language) => renderSigningKeys(operatorContext(language), { algorithms: ALGORITHMS }),
  'console-signing-keys-none': (language) => renderSigningKeys(operatorContext(language), { algorithms: [] }),
};
