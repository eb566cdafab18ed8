// Room for uploads of pictures (contract 27): one of an account, few on a process, and others wait.
import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPictureRoom } from '../../../src/http/pictures/picture-room.ts';
import { discardPictureForm } from '../../../src/http/wire/file-forms.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isIn = (entered: unknown): entered is () => void => typeof entered === 'function';
const leave = (entered: unknown): void => {
  if (isIn(entered)) entered();
};

it('contract 27: one upload of an account at a time; the next may come when it is done', async () => {
  const room = createPictureRoom();
  const first = await room.enter('a');
  expect(isIn(first)).toBe(true);
  expect(await room.enter('a')).toBe('busy');
  leave(first);
  expect(isIn(await room.enter('a'))).toBe(true);
});

it('contract 27: as many at once as there is room, and others in turn', async () => {
  const room = createPictureRoom({ atOnce: 2 });
  const [a] = [await room.enter('a'), await room.enter('b')];
  const order: string[] = [];
  const waiting = ['c', 'd'].map((id) =>
    room.enter(id).then((entered) => {
      order.push(id);
      return entered;
    }),
  );
  expect(await room.enter('c')).toBe('busy');
  await vi.advanceTimersByTimeAsync(5000);
  expect(order).toEqual([]);
  leave(a);
  const c = await waiting[0];
  expect(order).toEqual(['c']);
  leave(c);
  await waiting[1];
  expect(order).toEqual(['c', 'd']);
});

it('contract 27: who waited too long is told to come again, and can', async () => {
  const room = createPictureRoom({ atOnce: 1, waitMs: 1000 });
  const a = await room.enter('a');
  const b = room.enter('b');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await b).toBe('full');
  leave(a);
  const again = await room.enter('b');
  expect(isIn(again)).toBe(true);
  leave(again);
  expect(isIn(await room.enter('c'))).toBe(true);
});

it('contract 27: no more wait than the list holds', async () => {
  const room = createPictureRoom({ atOnce: 1, maxWaiting: 1 });
  const a = await room.enter('a');
  const b = room.enter('b');
  expect(await room.enter('c')).toBe('full');
  leave(a);
  expect(isIn(await b)).toBe(true);
});

it('contract 27: a form with a picture that is not complete after 60 s is refused', async () => {
  const request = { raw: new PassThrough() } as unknown as FastifyRequest;
  let refused: unknown;
  discardPictureForm(request).catch((error: unknown) => {
    refused = error;
  });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(refused).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toMatchObject({ status: 408 });
});
