// What is wrong with an account as it was sent, and what of it is somebody else's (contract 3).
import { expect, it } from 'vitest';
import { HttpError, InputError, refusedValues } from '../../../src/http/errors/http-error.ts';

const fault = (member: string, code: string) => ({ path: [member], code, detail: `The ${member} is ${code}.` });
const NICKNAME = fault('nickname', 'required');
const EMAIL = fault('email', 'email-taken');
const USERNAME = fault('username', 'username-unavailable');

it.each([
  [[NICKNAME], [NICKNAME]],
  [[NICKNAME, EMAIL], [NICKNAME]],
  [[EMAIL, NICKNAME, USERNAME], [NICKNAME]],
])('contract 3: what is wrong is told first, without what is taken: %#', (faults, told) => {
  const refused = refusedValues(faults);
  expect(refused).toBeInstanceOf(InputError);
  expect(refused.faults).toEqual(told);
});

it.each([
  [[EMAIL], 'email-taken', 'The email is email-taken.'],
  [[USERNAME], 'username-unavailable', 'The username is username-unavailable.'],
  [[EMAIL, USERNAME], 'email-taken', 'The email is email-taken. The username is username-unavailable.'],
])('contract 3: where nothing else is wrong, what is taken is 409 with all of it: %#', (faults, code, detail) => {
  const refused = refusedValues(faults);
  expect(refused).toBeInstanceOf(HttpError);
  expect(refused).toMatchObject({ status: 409, code, detail, faults });
});
