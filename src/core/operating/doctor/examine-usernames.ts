// Checks usernames: accounts that lost theirs when usernames became unique, and applications that receive less than
// their owners may think.
import type { UsernameCounts } from '../../people/usernames/username-store.ts';
import { type Finding, findingOf, ok, warning } from './finding.ts';

export const USERNAME_FINDINGS = {
  'names-unsettled': warning(
    'names',
    '{unsettled} usernames from before usernames were unique have not been checked yet',
    'start the server, which checks them first',
  ),
  'names-dropped': warning(
    'names',
    '{dropped} accounts lost their username when usernames became unique, and have no new one yet',
    'they are told on /account; or set a new one: latchkey accounts set-username',
  ),
  'names-with-nicknames': ok('names', 'every application with the item nickname also has the item username'),
  'names-missing': ok(
    'names',
    '{applications} applications have the item nickname but not username: they do not receive preferred_username',
  ),
} as const;
const tell = findingOf(USERNAME_FINDINGS);

export function examineUsernames(counts: UsernameCounts | undefined): Finding[] {
  if (!counts) return [];
  const { dropped, unsettled, nicknameOnly: applications } = counts;
  return [
    ...(unsettled > 0 ? [tell('names-unsettled', { unsettled })] : []),
    ...(dropped > 0 ? [tell('names-dropped', { dropped })] : []),
    applications === 0 ? tell('names-with-nicknames') : tell('names-missing', { applications }),
  ];
}
