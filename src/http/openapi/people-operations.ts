// What is said of the people of an application: those connected to it and those who run it.
import * as example from './examples.ts';
import type { Operations } from './operation.ts';

export const connectionOperations: Operations = {
  'GET /applications/:id/connections': {
    id: 'listConnections',
    tag: 'connections',
    summary: 'List the people connected',
    answers: {
      kind: 'list',
      of: 'Connection',
      example: [example.connectionShown],
      leadsTo: { id: 'getConnection', parameter: 'sub', member: 'sub' },
    },
  },
  'DELETE /applications/:id/connections': {
    id: 'deleteConnections',
    tag: 'connections',
    summary: 'End all connections',
    description: 'Every code and token under them is dead at once. The owner alone may.',
    answers: { kind: 'removed' },
  },
  'GET /applications/:id/connections/:sub': {
    id: 'getConnection',
    tag: 'connections',
    summary: 'Show a connection',
    answers: { kind: 'resource', schema: 'Connection', example: example.connectionShown, tagged: true },
  },
  'DELETE /applications/:id/connections/:sub': {
    id: 'deleteConnection',
    tag: 'connections',
    summary: 'End a connection',
    description:
      'Every code and token under it is dead at once; the user may connect again, with the same `sub`. An editor may, too.',
    answers: { kind: 'removed' },
  },
};

export const memberOperations: Operations = {
  'GET /applications/:id/members': {
    id: 'listMembers',
    tag: 'members',
    summary: 'List who belongs to the application, the owner first, then who is invited',
    answers: {
      kind: 'list',
      of: 'Member',
      example: [example.memberShown, example.invitationShown],
      leadsTo: { id: 'getMember', parameter: 'memberId', member: 'id' },
    },
  },
  'POST /applications/:id/members': {
    id: 'inviteMember',
    tag: 'members',
    summary: 'Invite somebody',
    description:
      'As editor or viewer. They become a member when they accept, by the link or with an account whose verified address was invited. An older invitation to the same address ends.',
    sends: { schema: 'InvitationInput', example: example.invitationSent },
    answers: {
      kind: 'invited',
      schema: 'NewInvitation',
      example: example.newInvitationShown,
      leadsTo: { id: 'getMember', parameter: 'memberId' },
    },
    conflict:
      'The address is a member’s already, or the application has as many members and invitations as it may have.',
  },
  'DELETE /applications/:id/members': {
    id: 'deleteMembers',
    tag: 'members',
    summary: 'Remove all members but the owner, and withdraw all invitations',
    answers: { kind: 'removed' },
  },
  'GET /applications/:id/members/:memberId': {
    id: 'getMember',
    tag: 'members',
    summary: 'Show a member or an invitation',
    answers: { kind: 'resource', schema: 'Member', example: example.invitationShown, tagged: true },
  },
  'PUT /applications/:id/members/:memberId': {
    id: 'replaceMember',
    tag: 'members',
    summary: 'Give a member another role',
    description:
      'The role owner hands the application over, not to somebody who is only invited; the owner before becomes an editor.',
    sends: { schema: 'MemberReplacement', example: example.memberChanged },
    answers: memberAnswer(),
    conflict: 'Who would receive the application owns as many as one owner may have.',
  },
  'PATCH /applications/:id/members/:memberId': {
    id: 'changeMember',
    tag: 'members',
    summary: 'Give a member another role',
    description: 'JSON Merge Patch (RFC 7396); the role is all there is to change.',
    sends: { schema: 'MemberPatch', example: example.memberChanged },
    answers: memberAnswer(),
    conflict: 'Who would receive the application owns as many as one owner may have.',
  },
  'DELETE /applications/:id/members/:memberId': {
    id: 'deleteMember',
    tag: 'members',
    summary: 'Remove a member, or withdraw an invitation',
    description: 'The owner removes anybody else; a member may leave.',
    answers: { kind: 'removed' },
    conflict: 'The owner leaves by handing the application over.',
  },
};

function memberAnswer(): Operations[string]['answers'] {
  const changed = { ...example.invitationShown, ...example.memberChanged };
  return { kind: 'resource', schema: 'Member', example: changed, tagged: true };
}
