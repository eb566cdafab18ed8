// Descriptions of the operations on an application's connections and members.
import * as example from './examples.ts';
import type { Answers } from './operation.ts';
import { resourceOperations } from './resource-operations.ts';

export const connectionOperations = resourceOperations(
  {
    path: '/applications/:id/connections',
    parameter: 'sub',
    tag: 'connections',
    schema: 'Connection',
    words: ['a connection', 'connections'],
    example: example.connectionShown,
    member: 'sub',
  },
  {
    list: {},
    deleteAll: {
      summary: 'End all connections',
      description: 'Every code and token issued under them is revoked immediately. Requires the role owner.',
    },
    get: {},
    delete: {
      summary: 'End a connection',
      description:
        'Every code and token issued under it is revoked immediately. The user can connect again and keeps the same `sub`. Requires the role editor.',
    },
  },
);

const memberAnswer: Answers = {
  kind: 'resource',
  schema: 'Member',
  example: { ...example.invitationShown, ...example.memberChanged },
  tagged: true,
};

/** What PUT and PATCH have alike: only the role can be changed. */
const changed = {
  summary: 'Change the role of a member',
  answers: memberAnswer,
  conflict: 'Who would receive the application owns as many as one owner may have.',
};

export const memberOperations = resourceOperations(
  {
    path: '/applications/:id/members',
    parameter: 'memberId',
    tag: 'members',
    schema: 'Member',
    words: ['a member or an invitation', 'members and open invitations, starting with the owner'],
    example: example.invitationShown,
    listed: [example.memberShown, example.invitationShown],
    member: 'id',
  },
  {
    list: {},
    create: {
      id: 'inviteMember',
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
    deleteAll: { summary: 'Remove all members except the owner, and withdraw all invitations' },
    get: {},
    replace: {
      ...changed,
      description:
        'The role owner transfers ownership, and the former owner becomes an editor. An invited person cannot become the owner.',
      sends: { schema: 'MemberReplacement', example: example.memberChanged },
    },
    change: {
      ...changed,
      description: 'JSON Merge Patch (RFC 7396). Only the role can be changed.',
      sends: { schema: 'MemberPatch', example: example.memberChanged },
    },
    delete: {
      summary: 'Remove a member, or withdraw an invitation',
      description: 'The owner can remove anyone else. Members can remove themselves.',
      conflict: 'Transfer ownership to another member first.',
    },
  },
);
