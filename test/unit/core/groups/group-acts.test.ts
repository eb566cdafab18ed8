// Acts on groups (contract 31, 61): the audit of years ago goes on to be told by the names that it was written with.
import { expect, test } from 'vitest';
import {
  asksAccount,
  formOfGroupAct,
  GROUP_ACTIONS,
  GROUP_BUTTONS,
  GROUP_FORM_ACTS,
} from '../../../../src/core/ground/acts/group-acts.ts';
import { kindOfAction } from '../../../../src/core/server/audit/audit-actions.ts';

test('contract 61: each name of an act on groups has the kind that it always had', () => {
  expect(GROUP_ACTIONS).toEqual({
    'group-created': ['groups create', 'POST /groups'],
    'group-changed': ['groups change', 'PUT /groups/:id', 'PATCH /groups/:id'],
    'group-joined': ['groups add-member', 'groups add', 'POST /groups/:id/members'],
    'group-left': ['groups remove-member', 'groups remove', 'DELETE /groups/:id/members/:id'],
    'group-deleted': ['groups delete', 'DELETE /groups/:id'],
  });
  expect(kindOfAction('groups remove-member')).toBe('group-left');
});

test('contract 31: an act that asks for an account is no button; deleting the group leaves its page', () => {
  expect(GROUP_FORM_ACTS.filter(asksAccount)).toEqual(['add-member', 'remove-member']);
  expect(GROUP_BUTTONS).toEqual(['delete']);
  expect(GROUP_FORM_ACTS.filter((act) => formOfGroupAct(act).ends)).toEqual(['delete']);
});
