// User names: whose was dropped when names became unique, and which applications ask for less than they may think.
import type { UsernameCounts } from '../accounts/username-store.ts';
import { type Finding, ok, warning } from './finding.ts';

export function examineUsernames(counts: UsernameCounts | undefined): Finding[] {
  if (!counts) return [];
  const { dropped, unsettled, nicknameOnly } = counts;
  const findings: Finding[] = [];
  if (unsettled > 0) {
    const found = `${unsettled} user names are from before names were unique, and neither kept nor dropped yet`;
    findings.push(warning('names', found, 'start the server: it settles them before it serves'));
  }
  if (dropped > 0) {
    const found = `${dropped} accounts lost their user name when names became unique, and have no other yet`;
    const fix = 'they are told on /account; or give each another: latchkey accounts set-username';
    findings.push(warning('names', found, fix));
  }
  return [...findings, ok('names', nicknameLine(nicknameOnly))];
}

const nicknameLine = (applications: number): string =>
  applications === 0
    ? 'every application that has the item nickname has the item username too'
    : `${applications} applications have the item nickname without username: they get no preferred_username`;
