// Latchkey's own metrics, in the order of docs/operations/README.md; a test compares them with the table there. Labels
// never contain a user, an application, a token or an address, because metrics travel further than logs do (case P9).
import type { Tally } from '../../core/ground/metrics/tally.ts';
import type { DatabaseFigures } from '../../core/operating/ports.ts';
import type { LoadFigures } from '../overload/load-gate.ts';
import type { Family, HistogramSample, Sample } from './families.ts';
import { tallyFamilies } from './tally-families.ts';

/** Where the values come from. */
export type MetricSources = {
  build: { version: string; database: string };
  tally: Tally;
  database: () => DatabaseFigures;
  passwords: () => { running: number; waiting: number; done: number; refused: number };
  load: () => LoadFigures;
  /** Set in one process of the server: whether the server is ready, and how many messages are due. */
  server?: {
    isReady: () => Promise<boolean>;
    messagesDue: () => Promise<number>;
    eventsDue: () => Promise<number>;
    mailsDue: () => Promise<number>;
    mailTroubles: () => Promise<number>;
  };
};

type ServerSources = NonNullable<MetricSources['server']>;

/** How long a scrape waits for the database. */
const DATABASE_TIMEOUT_MS = 2000;

export function ownFamilies(sources: MetricSources, durations: () => readonly HistogramSample[]): Family[] {
  const { build, server } = sources;
  return [
    {
      name: 'latchkey_build_info',
      help: 'Always 1. The labels contain the version, the Node.js version and the database.',
      type: 'gauge',
      read: () => [{ labels: { ...build, node: process.versions.node }, value: 1 }],
    },
    {
      name: 'latchkey_request_duration_seconds',
      help: 'Time from the request line to the end of the response, by host, method, route template and status class.',
      type: 'histogram',
      read: durations,
    },
    ...loadFamilies(sources.load),
    ...passwordFamilies(sources.passwords),
    ...databaseFamilies(sources.database),
    ...tallyFamilies(sources.tally),
    ...(server ? serverFamilies(server) : []),
  ];
}

const one = (value: number): Sample[] => [{ value }];

const loadFamilies = (load: MetricSources['load']): Family[] => [
  {
    name: 'latchkey_requests_in_flight',
    help: 'Requests currently being handled.',
    type: 'gauge',
    read: () => one(load().inFlight),
  },
  {
    name: 'latchkey_requests_shed_total',
    help: 'Requests refused immediately with 503 because of overload, by reason: in_flight or event_loop.',
    type: 'counter',
    read: () => Object.entries(load().shed).map(([reason, value]) => ({ labels: { reason }, value })),
  },
  {
    name: 'latchkey_admitted_ratio',
    help: 'Share of new requests admitted at the current event loop lag. Below 1, the process is overloaded.',
    type: 'gauge',
    read: () => one(load().admitted),
  },
];

const passwordFamilies = (passwords: MetricSources['passwords']): Family[] => [
  {
    name: 'latchkey_password_hashes_running',
    help: 'Passwords currently being hashed.',
    type: 'gauge',
    read: () => one(passwords().running),
  },
  {
    name: 'latchkey_password_hashes_waiting',
    help: 'Passwords waiting to be hashed.',
    type: 'gauge',
    read: () => one(passwords().waiting),
  },
  {
    name: 'latchkey_password_hashes_total',
    help: 'Passwords hashed.',
    type: 'counter',
    read: () => one(passwords().done),
  },
  {
    name: 'latchkey_password_hashes_refused_total',
    help: 'Passwords refused with 503 because the queue was full or the wait too long.',
    type: 'counter',
    read: () => one(passwords().refused),
  },
];

const databaseFamilies = (database: MetricSources['database']): Family[] => [
  {
    name: 'latchkey_commit_intents',
    help: 'Number of writes per commit.',
    type: 'histogram',
    read: () => [{ figures: database().commits.intents }],
  },
  {
    name: 'latchkey_commit_duration_seconds',
    help: 'Duration of a commit, from its first statement until it is on disk.',
    type: 'histogram',
    read: () => [{ figures: database().commits.seconds }],
  },
  {
    name: 'latchkey_write_lock_wait_seconds',
    help: 'Time writes waited for another process to finish writing to the SQLite file. Writes that did not wait are not included.',
    type: 'histogram',
    read: () => lockSamples(database()),
  },
  {
    name: 'latchkey_database_connections',
    help: 'Connections to PostgreSQL, by state: used or idle.',
    type: 'gauge',
    read: () =>
      poolSamples(database(), ({ used, idle }) => [
        { labels: { state: 'used' }, value: used },
        { labels: { state: 'idle' }, value: idle },
      ]),
  },
  {
    name: 'latchkey_database_connections_max',
    help: 'Maximum number of connections to PostgreSQL of this process.',
    type: 'gauge',
    read: () => poolSamples(database(), ({ max }) => one(max)),
  },
  {
    name: 'latchkey_database_connections_waiting',
    help: 'Operations waiting for a connection to PostgreSQL.',
    type: 'gauge',
    read: () => poolSamples(database(), ({ waiting }) => one(waiting)),
  },
];

const lockSamples = ({ lockWaits }: DatabaseFigures): HistogramSample[] => (lockWaits ? [{ figures: lockWaits }] : []);

const poolSamples = (
  { pool }: DatabaseFigures,
  read: (of: NonNullable<DatabaseFigures['pool']>) => Sample[],
): Sample[] => (pool ? read(pool) : []);

const serverFamilies = ({ isReady, messagesDue, eventsDue, mailsDue, mailTroubles }: ServerSources): Family[] => [
  {
    name: 'latchkey_ready',
    help: 'Result of /health/ready: 1 for 200, 0 for 503.',
    type: 'gauge',
    read: async () => one(Number((await withTimeout(isReady())) ?? false)),
  },
  {
    name: 'latchkey_session_end_messages_due',
    help: 'Back-channel logout messages due in the database, counted up to 10000. Missing when the database does not respond.',
    type: 'gauge',
    read: () => countOf(messagesDue),
  },
  {
    name: 'latchkey_event_deliveries_due',
    help: 'Deliveries of events due in the database, counted up to 10000. Missing when the database does not respond.',
    type: 'gauge',
    read: () => countOf(eventsDue),
  },
  {
    name: 'latchkey_mails_due',
    help: 'Mails due in the database, counted up to 10000. Missing when the database does not respond.',
    type: 'gauge',
    read: () => countOf(mailsDue),
  },
  {
    name: 'latchkey_mail_troubles',
    help: 'Answers with which the mail server refuses the mail of this server, whoever it goes to. Missing when the database does not respond.',
    type: 'gauge',
    read: () => countOf(mailTroubles),
  },
];

async function countOf(count: () => Promise<number>): Promise<Sample[]> {
  const counted = await withTimeout(count());
  return counted === undefined ? [] : one(counted);
}

/** Undefined when it failed or took too long: a scrape reports what it can. */
function withTimeout<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DATABASE_TIMEOUT_MS, undefined);
    const settle = (result?: Result): void => {
      clearTimeout(timer);
      resolve(result);
    };
    work.then(settle, () => settle());
  });
}
