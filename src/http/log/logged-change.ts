// Every change of an application and of API tokens is a line of the security log, whoever refused it and whichever way
// it was asked for (case P6): who, what, on which application, about what in it, with which result.
import type { FastifyRequest } from 'fastify';
import { HttpError, InputError } from '../errors/http-error.ts';
import { logEvent } from './security-event.ts';

/** What only the handler learns. */
type Learnt = {
  /** The application that was made. */
  application?: string;
  /** What in it: an entry that was made, a member. */
  entry?: string;
  /** That was given to a member. */
  role?: string | undefined;
};

export type ChangeAsked = {
  event: 'application-change' | 'api-token-change';
  /** From a closed list, never what was sent. */
  action: string;
  account: string;
  apiToken?: string;
  /** As sent; what has not the shape of an id or an item is not written. */
  application?: string | undefined;
  entry?: string | undefined;
};

/** A result of `run` that is a refusal, by its code; undefined: it was done. */
type CodeOf<Result> = (result: Result) => string | undefined;

const learnt = new WeakMap<FastifyRequest, Learnt>();

/** What the line about this request tells besides what was sent. */
export const noteChange = (request: FastifyRequest, more: Learnt): void => {
  learnt.set(request, { ...learnt.get(request), ...more });
};

/** Runs the change and writes its line. @throws what `run` throws, which is a refusal or a failure to the line */
export async function logChange<Result>(
  request: FastifyRequest,
  asked: ChangeAsked,
  run: () => Result | Promise<Result>,
  codeOf: CodeOf<Result> = () => undefined,
): Promise<Result> {
  try {
    const result = await run();
    write(request, asked, codeOf(result));
    return result;
  } catch (error) {
    write(request, asked, refusalOf(error), !isRefusal(error));
    throw error;
  }
}

const isRefusal = (error: unknown): error is InputError | HttpError =>
  error instanceof InputError || (error instanceof HttpError && error.status < 500);

function refusalOf(error: unknown): string | undefined {
  if (error instanceof InputError) return 'input-faulty';
  return error instanceof HttpError ? error.code : undefined;
}

const ID = /^(?:[a-z0-9-]{1,64}|[a-z_]{1,32})$/;
const idOf = (text: string | undefined): string | undefined => (text && ID.test(text) ? text : undefined);

function write(request: FastifyRequest, asked: ChangeAsked, code: string | undefined, failed = false): void {
  const { event, action, account, apiToken } = asked;
  const { application = idOf(asked.application), entry = idOf(asked.entry), role } = learnt.get(request) ?? {};
  logEvent(request, event, failed ? 'failed' : code === undefined ? 'done' : 'refused', {
    action,
    account,
    ...(apiToken !== undefined && { apiToken }),
    ...(application !== undefined && { application }),
    ...(entry !== undefined && { entry }),
    ...(role !== undefined && { role }),
    ...(code !== undefined && { refusal: code }),
  });
}
