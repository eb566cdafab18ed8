// The primary's side of `serve --workers`: forks the workers, replaces those that die, asks them for metrics, and
// drains them together. The kernel shares the listeners among them (docs/decisions/0008-workers.md).
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

/** A worker that nobody told to stop has died. Another is started after `pauseMs`. */
export type WorkerExit = {
  worker: number;
  pid: number | undefined;
  /** Exit code; null: a signal ended it. */
  code: number | null;
  signal: string | null;
  /** Why it could not start, as it reported. */
  reason: string | undefined;
  pauseMs: number;
};

export type WorkerPool = {
  /** Whether any worker accepts connections. */
  isListening(): boolean;
  /**
   * Resolves when every worker listens; from then on dead workers are replaced.
   * @throws WorkerRefused with the reason of the first worker that cannot start; the others run until `stop`
   */
  start(onDeath: (death: WorkerExit) => void): Promise<Addresses>;
  /** The metrics of every worker that answers in time. */
  readMetrics(): Promise<MetricsDocument[]>;
  /** Workers finish the requests under way, within `shutdownSeconds`. Resolves when all have exited. */
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
  /** How many predecessors in a row died soon after their start. */
  readonly quickDeaths: number;
  replaced: boolean;
};

const METRICS_TIMEOUT_MS = 2_000;
/** Added to `shutdownSeconds`; longer than the workers' own grace. */
const KILL_AFTER_SECONDS = 4;

export function createWorkerPool({ count, settings, only }: PoolOptions): WorkerPool {
  const members = new Set<Member>();
  const timers = new Set<NodeJS.Timeout>();
  const starting = new Map<number, (result: Addresses | WorkerRefused) => void>();
  let stopping = false;
  let reportDeath = (_death: WorkerExit): void => {};

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
    worker.on('message', (message: ToPrimary) => onMessage(number, member, message));
    worker.once('exit', (code: number | null, signal: string | null) => {
      members.delete(member);
      replace(number, member, { code, signal });
    });
  };

  const onMessage = (number: number, member: Member, message: ToPrimary): void => {
    if (message.type === 'awake') {
      send(member.worker, { type: 'begin', settings, only, number, count });
    } else if (message.type === 'listening') {
      member.listening = true;
      starting.get(number)?.(message.addresses);
    } else if (message.type === 'refused') {
      member.reason = message.reason;
    } else if (message.type === 'leaving') {
      member.listening = false;
      replace(number, member, { code: null, signal: null });
    }
  };

  /** Runs once for each worker that leaves unasked, whether it announced that or just exited. */
  const replace = (number: number, member: Member, end: Pick<WorkerExit, 'code' | 'signal'>): void => {
    if (stopping || member.replaced) return;
    member.replaced = true;
    const waiting = starting.get(number);
    if (waiting) {
      waiting(new WorkerRefused(member.reason ?? `worker ${number} ended while starting`));
      return;
    }
    const { pauseMs, quickDeaths } = pauseBeforeRestart(member.quickDeaths, performance.now() - member.startedAt);
    reportDeath({ worker: number, pid: member.worker.process.pid, ...end, reason: member.reason, pauseMs });
    const timer = setTimeout(() => {
      timers.delete(timer);
      startMember(number, quickDeaths);
    }, pauseMs);
    timers.add(timer);
  };

  const begin = (number: number) =>
    new Promise<Addresses>((resolve, reject) => {
      starting.set(number, (result) => {
        starting.delete(number);
        if (result instanceof WorkerRefused) reject(result);
        else resolve(result);
      });
      startMember(number, 0);
    });

  return {
    isListening: () => [...members].some(({ listening }) => listening),
    async start(onDeath) {
      reportDeath = onDeath;
      // Each worker accepts connections itself, so a worker that dies breaks only its own.
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

/** A dying worker does not receive the message; its `exit` event follows. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.process.send(message, () => {});
}

let lastRequestId = 0;

/**
 * Resolves to undefined when the worker died or is too busy to answer: the metrics of the others are useful without it.
 */
function askForMetrics(worker: Worker): Promise<MetricsDocument | undefined> {
  lastRequestId += 1;
  const id = lastRequestId;
  return new Promise((resolve) => {
    const finish = (metrics?: MetricsDocument): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
      resolve(metrics);
    };
    const onMessage = (message: ToPrimary): void => {
      if (message.type === 'metrics' && message.id === id) finish(message.metrics);
    };
    const onExit = (): void => finish();
    const timer = setTimeout(finish, METRICS_TIMEOUT_MS);
    worker.on('message', onMessage).on('exit', onExit);
    send(worker, { type: 'show-metrics', id });
  });
}

function stopWorker(worker: Worker, killAfterMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), killAfterMs);
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    send(worker, { type: 'stop' });
  });
}
