// Places for passwords, and who gets them (contract 10): no network keeps the others out.
import { describe, expect, test } from 'vitest';
import type { ClientAddress } from '../../../src/core/ground/limits/client-address.ts';
import { Unavailable } from '../../../src/core/ground/unavailable.ts';
import { createPasswordSemaphore } from '../../../src/outside/password-semaphore.ts';
import { clientAt } from '../../helpers/client-at.ts';

const queueOf = (places: number, maxWaitMs = 60_000) =>
  createPasswordSemaphore({ concurrency: 1, maxWaiting: places - 1, maxWaitMs });
type Queue = ReturnType<typeof queueOf>;

const FLOOD = '203.0.113.7';
const ELSEWHERE = '198.51.100.7';

/** How many places of the queue the clients get, each asking once. */
const reserved = (queue: Queue, addresses: readonly string[]) =>
  addresses.map((address) => queue.reserve(clientAt(address))).filter((giveBack) => giveBack !== undefined);
const times = <Made>(count: number, make: (index: number) => Made) =>
  Array.from({ length: count }, (_, index) => make(index));

describe('contract 10: of the places', () => {
  test('one IPv4 /24 holds a quarter, from whichever addresses of it', () => {
    const queue = queueOf(40);
    expect(
      reserved(
        queue,
        times(40, (index) => `203.0.113.${index}`),
      ),
    ).toHaveLength(10);
    expect(reserved(queue, [ELSEWHERE])).toHaveLength(1);
  });

  test('one IPv6 /64 holds a quarter, and a /48 half', () => {
    const queue = queueOf(40);
    expect(
      reserved(
        queue,
        times(40, (index) => `2001:db8:7:7::${index.toString(16)}`),
      ),
    ).toHaveLength(10);
    expect(
      reserved(
        queue,
        times(40, (index) => `2001:db8:7:${index + 8}::1`),
      ),
    ).toHaveLength(10);
    expect(reserved(queue, ['2001:db8:8::1', ELSEWHERE])).toHaveLength(2);
  });

  test('four networks may hold all, and nobody gets more than there are', () => {
    const queue = queueOf(40);
    expect(
      reserved(
        queue,
        times(60, (index) => `203.0.${index % 6}.7`),
      ),
    ).toHaveLength(40);
  });

  test.each([1, 2, 3, 4, 7])('of %i one network holds at least one', (places) => {
    expect(
      reserved(
        queueOf(places),
        times(10, () => FLOOD),
      ),
    ).toHaveLength(1);
  });

  test('one given back is free for the network again, and only one', () => {
    const queue = queueOf(40);
    const places = reserved(
      queue,
      times(40, () => FLOOD),
    );
    places[0]?.();
    expect(
      reserved(
        queue,
        times(5, () => FLOOD),
      ),
    ).toHaveLength(1);
  });
});

/** Works that end when they are told to, and the order in which they began. */
function givenWorks(queue: Queue) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (name: string, from: ClientAddress | undefined) =>
    queue.inTurn(from, () => {
      began.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const settled = () => new Promise(setImmediate);
  const endAll = async () => {
    for (await settled(); ends.length > 0; await settled()) ends.shift()?.();
  };
  return { began, begin, endAll };
}

describe('contract 10: who waits for a turn', () => {
  test('waits behind one of a flood elsewhere, not behind all of it', async () => {
    const { began, begin, endAll } = givenWorks(queueOf(40));
    const works = [
      ...times(8, (index) => begin(`flood ${index}`, clientAt(FLOOD))),
      begin('honest', clientAt(ELSEWHERE)),
      begin('another', clientAt('192.0.2.7')),
    ];
    await endAll();
    await Promise.all(works);
    expect(began).toHaveLength(10);
    expect(began.slice(0, 4)).toEqual(['flood 0', 'honest', 'another', 'flood 1']);
  });

  test('waits behind one of a flood that comes from many networks of one /48', async () => {
    const { began, begin, endAll } = givenWorks(queueOf(40));
    const flood = times(12, (index) => begin(`flood ${index}`, clientAt(`2001:db8:7:${index}::1`)));
    const works = [...flood, begin('honest', clientAt('2001:db8:8::1'))];
    await endAll();
    await Promise.all(works);
    expect(began.indexOf('honest')).toBe(1);
  });

  test('waits for one of a flood, and the flood for one of everybody else: nobody is passed over for ever', async () => {
    const { began, begin, endAll } = givenWorks(queueOf(40));
    const flood = times(3, (index) => begin(`flood ${index}`, clientAt(FLOOD)));
    const others = times(6, (index) => begin(`other ${index}`, clientAt(`198.51.${index % 2}.7`)));
    await endAll();
    await Promise.all([...flood, ...others]);
    const expected = [
      'flood 0',
      'other 0',
      'other 1',
      'flood 1',
      'other 2',
      'other 3',
      'flood 2',
      'other 4',
      'other 5',
    ];
    expect(began).toEqual(expected);
  });

  test('finds a place though a network asks for all of them without having reserved any', async () => {
    const queue = queueOf(40);
    const { begin, endAll } = givenWorks(queue);
    const flood = times(40, () =>
      begin('flood', clientAt(FLOOD)).then(
        () => 'served',
        (error) => error,
      ),
    );
    const honest = begin('honest', clientAt(ELSEWHERE));
    await endAll();
    await honest;
    const refused = (await Promise.all(flood)).filter((end) => end instanceof Unavailable);
    expect(refused).toHaveLength(30);
    expect(queue.figures()).toEqual({ running: 0, waiting: 0, done: 11, refused: 30 });
  });

  test('and has waited too long leaves no turn unused', async () => {
    const queue = queueOf(40, 20);
    const { began, begin, endAll } = givenWorks(queue);
    const first = begin('first', clientAt(FLOOD));
    await expect(begin('second', clientAt(FLOOD))).rejects.toThrow(Unavailable);
    expect(queue.figures()).toMatchObject({ running: 1, waiting: 0, refused: 1 });
    const third = begin('third', clientAt(FLOOD));
    await endAll();
    await Promise.all([first, third]);
    expect(began).toEqual(['first', 'third']);
    expect(
      reserved(
        queue,
        times(20, () => FLOOD),
      ),
    ).toHaveLength(10);
  });
});
