// POST /account/profile and /account/language: save the fields of their forms. An empty field removes its value.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Profile } from '../../core/ground/accounts/account.ts';
import { validSession } from '../../core/ground/acts/session-proof.ts';
import { ADDRESS_FIELDS, PROFILE_FIELDS } from '../../core/people/profile/profile-fields.ts';
import { readProfileFields } from '../../core/people/profile/profile-values.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { accountHref } from '../browsers/account-notice.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf } from '../wire/request-parts.ts';
import { showAccount } from './account-page.ts';

type Form = 'profile' | 'language';

export const handleProfileForm = (deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) =>
  saveForm('profile', deps, request, reply);

export const handleLanguageForm = (deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) =>
  saveForm('language', deps, request, reply);

async function saveForm(page: Form, deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { account, session } = await getSignedIn(deps, request);
  const form = formOf(request);
  // A form without the fields of the address leaves the address as it is.
  const sent = PROFILE_FIELDS.filter((field) => form.has(field));
  const { values, faults } = readProfileFields((field) => form.get(field), sent);
  if (faults.length > 0) {
    return showAccount(deps, request, reply, {
      page,
      status: 400,
      faultsIn: 'profile',
      faults,
      typed: typedProfile(form),
    });
  }
  await deps.ports.accounts.saveProfile(account.id, values, deps.ports.clock.now(), validSession(session));
  deps.ports.publish({ kind: 'application-events-due' });
  logEvent(request, 'profile-change', 'saved', { account: account.id });
  return reply.redirect(accountHref('profile-saved'), 303);
}

/** What was typed, unchanged, for the form that is shown again; without the fields that it does not have. */
export function typedProfile(form: Parameters): Profile {
  const typed = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (form.has(name) ? [[name, form.get(name) ?? '']] : [])));
  const address = typed(ADDRESS_FIELDS);
  return { ...typed(PROFILE_FIELDS), ...(Object.keys(address).length > 0 && { address }) };
}
