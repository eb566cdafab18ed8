// Checks usernames: accounts that lost theirs when usernames became unique, and applications that receive less than
// their owners may think.
import type { UsernameCounts } from '../usernames/username-store.ts';
import { type Finding, ok, warning } from './finding.ts';

export function examineUsernames(counts: UsernameCounts | undefined): Finding[] {
  if (!counts) return [];
  const { dropped, unsettled, nicknameOnly } = counts;
  const findings: Finding[] = [];
  if (unsettled > 0) {
    const found = `${unsettled} usernames from before usernames were unique have not been checked yet`;
    findings.push(warning('names', found, 'start the server, which checks them first'));
  }
  if (dropped > 0) {
    const found = `${dropped} accounts lost their username when usernames became unique, and have no new one yet`;
    const fix = 'they are told on /account; or set a new one: latchkey accounts set-username';
    findings.push(warning('names', found, fix));
  }
  return [...findings, ok('names', nicknameLine(nicknameOnly))];
}

const nicknameLine = (applications: number): string =>
  applications === 0
    ? 'every application with the item nickname also has the item username'
    : `${applications} applications have the item nickname but not username: they do not receive preferred_username`;
