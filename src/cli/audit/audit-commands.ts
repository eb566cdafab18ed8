// The commands of the audit (contract 61).
import { ID } from '../../core/ground/secrets.ts';
import { isDayOrTime } from '../../core/server/audit/read-period.ts';
import type { CommandSpec, FlagSpec } from '../frame/command.ts';
import { matching } from '../frame/flags.ts';

/** The audit keeps the ids that were asked for, so nothing else is taken. */
const id = matching(ID, 'an id: 32 digits and letters from a to f');

const application: FlagSpec = {
  name: 'application',
  value: 'ID',
  description: 'only entries of this application',
  allowed: id,
};

const PERIOD: readonly FlagSpec[] = (
  [
    ['from', 'only entries of this day or time and later'],
    ['to', 'only entries up to this day, or before this time'],
  ] as const
).map(([name, description]) => ({
  name,
  value: 'TIME',
  description,
  allowed: { test: isDayOrTime, words: 'a day such as 2031-01-31 (UTC), or a time such as 2031-01-31T09:30:00Z' },
}));

export const AUDIT_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['audit', 'list'],
    summary: 'list entries of the audit, the newest first',
    audit: 'look',
    flags: [
      application,
      { name: 'account', value: 'ID', description: 'only what this account did', allowed: id },
      { name: 'subject', value: 'ID', description: 'only what is about this account', allowed: id },
      { name: 'action', value: 'TEXT', description: 'only this action, as the list shows it' },
      ...PERIOD,
      {
        name: 'limit',
        value: 'N',
        description: 'maximum number of entries (default: 50)',
        allowed: matching(/^[1-9]\d{0,5}$/, 'a whole number from 1 to 999999'),
      },
      {
        name: 'before',
        value: 'ID',
        description: 'only entries before this one; use the last id of the previous page',
        allowed: matching(/^[1-9]\d{0,14}$/, 'the id of an entry, as the list shows it'),
      },
    ],
    load: () => import('./list.ts'),
  },
  {
    path: ['audit', 'export'],
    summary: 'print every entry of the audit, the oldest first; the export is an entry itself',
    audit: 'look',
    flags: [
      application,
      ...PERIOD,
      {
        name: 'reason',
        value: 'TEXT',
        description: 'why, in at most 200 characters; it is kept in the audit',
        required: true,
        allowed: matching(/^\P{C}{1,200}$/u, 'one line of at most 200 characters'),
      },
    ],
    load: () => import('./export.ts'),
  },
  {
    path: ['audit', 'verify'],
    summary: 'verify that no sealed entry of the audit was changed, removed, inserted or swapped',
    audit: { harmless: 'shows no entry' },
    flags: [
      {
        name: 'head',
        value: 'HEAD',
        description: 'a head from the log (event audit-head): also find out whether the end was cut off',
        allowed: matching(/^[1-9]\d{0,14}-[0-9a-f]{64}$/, 'a head as the log tells it: a number, "-" and 64 digits'),
      },
    ],
    load: () => import('./verify.ts'),
  },
];
