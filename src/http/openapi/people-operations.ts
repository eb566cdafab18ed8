// Descriptions of the operations on an application's connections and members.
import * as example from './examples.ts';
import type { Answers, Operations } from './operation.ts';

export const connectionOperations: Operations = {
  'GET /applications/:id/connections': {
    id: 'listConnections',
    tag: 'connections',
    summary: 'List connections',
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
    description: 'Every code and token issued under them is revoked immediately. Requires the role owner.',
    answers: { kind: 'removed' },
  },
  'GET /applications/:id/connections/:sub': {
    id: 'getConnection',
    tag: 'connections',
    summary: 'Get a connection',
    answers: { kind: 'resource', schema: 'Connection', example: example.connectionShown, tagged: true },
  },
  'DELETE /applications/:id/connections/:sub': {
    id: 'deleteConnection',
    tag: 'connections',
    summary: 'End a connection',
    description:
      'Every code and token issued under it is revoked immediately. The user can connect again and keeps the same `sub`. Requires the role editor.',
    answers: { kind: 'removed' },
  },
};

const memberAnswer: Answers = {
  kind: 'resource',
  schema: 'Member',
  example: { ...example.invitationShown, ...example.memberChanged },
  tagged: true,
};

export const memberOperations: Operations = {
  'GET /applications/:id/members': {
    id: 'listMembers',
    tag: 'members',
    summary: 'List members and open invitations, starting with the owner',
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
    summary: 'Invite a member',
    description:
      'Invites a person as editor or viewer. They become a member when they accept by the link or with an account whose address was invited and proven by mail. An older invitation to the same address is withdrawn.',
    forPersons: true,
    sends: { schema: 'InvitationInput', example: example.invitationSent },
    answers: {
      kind: 'invited',
      schema: 'NewInvitation',
      example: example.newInvitationShown,
      leadsTo: { id: 'getMember', parameter: 'memberId' },
    },
    conflict:
      'The address already belongs to a member, or the application has the maximum number of members and invitations.',
  },
  'DELETE /applications/:id/members': {
    id: 'deleteMembers',
    tag: 'members',
    summary: 'Remove all members except the owner, and withdraw all invitations',
    answers: { kind: 'removed' },
  },
  'GET /applications/:id/members/:memberId': {
    id: 'getMember',
    tag: 'members',
    summary: 'Get a member or an invitation',
    answers: { kind: 'resource', schema: 'Member', example: example.invitationShown, tagged: true },
  },
  'PUT /applications/:id/members/:memberId': {
    id: 'replaceMember',
    tag: 'members',
    summary: 'Change the role of a member',
    description:
      'The role owner transfers ownership, and the former owner becomes an editor. An invited person cannot become the owner.',
    sends: { schema: 'MemberReplacement', example: example.memberChanged },
    answers: memberAnswer,
    conflict: 'Who would receive the application owns as many as one owner may have.',
  },
  'PATCH /applications/:id/members/:memberId': {
    id: 'changeMember',
    tag: 'members',
    summary: 'Change the role of a member',
    description: 'JSON Merge Patch (RFC 7396). Only the role can be changed.',
    sends: { schema: 'MemberPatch', example: example.memberChanged },
    answers: memberAnswer,
    conflict: 'Who would receive the application owns as many as one owner may have.',
  },
  'DELETE /applications/:id/members/:memberId': {
    id: 'deleteMember',
    tag: 'members',
    summary: 'Remove a member, or withdraw an invitation',
    description: 'The owner can remove anyone else. Members can remove themselves.',
    answers: { kind: 'removed' },
    conflict: 'Transfer ownership to another member first.',
  },
};
