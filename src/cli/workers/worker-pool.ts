// The workers of `serve --workers`, as their primary sees them: forked, watched, replaced when they die, asked for
// their metrics, and drained together. Listeners are shared by the kernel (docs/decisions/0008-workers.md).
import cluster, { type Worker } from 'node:cluster';
import type { Addresses, HostName, MetricsDocument } from '../../compose/server.ts';
import type { Settings } from '../../settings/config.ts';
import type { ToPrimary, ToWorker } from './messages.ts';
import { pauseBeforeRestart } from './restart-pause.ts';

export type PoolOptions = {
  count: number;
  settings: Settings;
  only: HostName | undefined;
};

/** One worker died that nobody had told to; another is started after `pauseMs`. */
export type Death = {
  worker: number;
  pid: number | undefined;
  /** Of the exit, unless a signal ended it. */
  code: number | null;
  signal: string | null;
  /** Why it could not start, in its own words. */
  reason: string | undefined;
  pauseMs: number;
};

export type WorkerPool = {
  /** Whether any worker takes connections. */
  isListening(): boolean;
  /**
   * Resolves when every worker listens; from then on the dead are replaced.
   * @throws WorkerRefused with the reason of the first that cannot; the others go on until `stop`
   */
  start(onDeath: (death: Death) => void): Promise<Addresses>;
  /** Of every worker that answers in time. */
  readMetrics(): Promise<MetricsDocument[]>;
  /** Workers finish what is under way, within `shutdownSeconds`; resolves when all are gone. */
  stop(): Promise<void>;
};

export class WorkerRefused extends Error {
  override readonly name = 'WorkerRefused';
}

type Member = {
  readonly worker: Worker;
  readonly startedAt: number;
  listening: boolean;
  reason: string | undefined;
  /** Deaths in a row, its own not counted, each soon after its start. */
  readonly quickDeaths: number;
  replaced: boolean;
};

const METRICS_WITHIN_MS = 2_000;
/** Past the time the workers have for themselves. */
const KILL_AFTER_SECONDS = 4;

export function createWorkerPool({ count, settings, only }: PoolOptions): WorkerPool {
  const members = new Set<Member>();
  const timers = new Set<NodeJS.Timeout>();
  const begun = new Map<number, (result: Addresses | WorkerRefused) => void>();
  let stopping = false;
  let tellDeath = (_death: Death): void => {};

  const startMember = (number: number, quickDeaths: number): void => {
    const worker = cluster.fork();
    const member: Member = {
      worker,
      startedAt: performance.now(),
      listening: false,
      reason: undefined,
      quickDeaths,
      replaced: false,
    };
    members.add(member);
    worker.on('error', () => {});
    worker.on('message', (message: ToPrimary) => hear(number, member, message));
    worker.once('exit', (code: number | null, signal: string | null) => {
      members.delete(member);
      replace(number, member, { code, signal });
    });
  };

  const hear = (number: number, member: Member, message: ToPrimary): void => {
    if (message.tell === 'awake') {
      tell(member.worker, { tell: 'begin', settings, only, number });
    } else if (message.tell === 'listening') {
      member.listening = true;
      begun.get(number)?.(message.addresses);
    } else if (message.tell === 'refused') {
      member.reason = message.reason;
    } else if (message.tell === 'leaving') {
      member.listening = false;
      replace(number, member, { code: null, signal: null });
    }
  };

  /** Once for each worker that goes untold, be it announced or found. */
  const replace = (number: number, member: Member, end: Pick<Death, 'code' | 'signal'>): void => {
    if (stopping || member.replaced) return;
    member.replaced = true;
    const waiting = begun.get(number);
    if (waiting) {
      waiting(new WorkerRefused(member.reason ?? `worker ${number} ended while starting`));
      return;
    }
    const { pauseMs, quickDeaths } = pauseBeforeRestart(member.quickDeaths, performance.now() - member.startedAt);
    tellDeath({ worker: number, pid: member.worker.process.pid, ...end, reason: member.reason, pauseMs });
    const timer = setTimeout(() => {
      timers.delete(timer);
      startMember(number, quickDeaths);
    }, pauseMs);
    timers.add(timer);
  };

  const begin = (number: number) =>
    new Promise<Addresses>((resolve, reject) => {
      begun.set(number, (result) => {
        begun.delete(number);
        if (result instanceof WorkerRefused) reject(result);
        else resolve(result);
      });
      startMember(number, 0);
    });

  return {
    isListening: () => [...members].some(({ listening }) => listening),
    async start(onDeath) {
      tellDeath = onDeath;
      // Each worker accepts for itself: a dead one takes no connection with it but its own.
      cluster.schedulingPolicy = cluster.SCHED_NONE;
      cluster.setupPrimary({ serialization: 'advanced' });
      const addresses = await Promise.all(Array.from({ length: count }, (_, index) => begin(index + 1)));
      return Object.assign({}, ...addresses);
    },
    async readMetrics() {
      const listening = [...members].filter((member) => member.listening);
      const documents = await Promise.all(listening.map(({ worker }) => askForMetrics(worker)));
      return documents.filter((document) => document !== undefined);
    },
    async stop() {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      const killAfterMs = (settings.shutdownSeconds + KILL_AFTER_SECONDS) * 1000;
      await Promise.all([...members].map(({ worker }) => stopWorker(worker, killAfterMs)));
    },
  };
}

/** A worker that is just dying hears nothing; its end is told by `exit`. */
function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.process.send(message, () => {});
}

let lastQuestion = 0;

/** Undefined when the worker died or is too busy to answer: the others' numbers are worth having without it. */
function askForMetrics(worker: Worker): Promise<MetricsDocument | undefined> {
  lastQuestion += 1;
  const id = lastQuestion;
  return new Promise((resolve) => {
    const finish = (metrics?: MetricsDocument): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
      resolve(metrics);
    };
    const onMessage = (message: ToPrimary): void => {
      if (message.tell === 'metrics' && message.id === id) finish(message.metrics);
    };
    const onExit = (): void => finish();
    const timer = setTimeout(finish, METRICS_WITHIN_MS);
    worker.on('message', onMessage).on('exit', onExit);
    tell(worker, { tell: 'show-metrics', id });
  });
}

function stopWorker(worker: Worker, killAfterMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), killAfterMs);
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    tell(worker, { tell: 'stop' });
  });
}
