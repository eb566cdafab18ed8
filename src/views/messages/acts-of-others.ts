// Which sentence tells a person what somebody else did to their account (contract 27). The audit names the action; a
// page, the API and a command have names of their own for the same act.
import type { Messages } from './messages-for.ts';

type Sentence = Exclude<keyof Messages['activity']['kinds']['operator-acted'], 'other'>;

/** The actions about an account. Those that delete it are left out: its page is gone too. */
const ACTIONS: Readonly<Record<Sentence, readonly string[]>> = {
  viewed: ['accounts see', 'accounts show', 'GET /accounts/:id'],
  'devices-viewed': ['accounts sessions', 'GET /accounts/:id/sessions'],
  'history-viewed': ['audit see', 'audit list', 'GET /audit'],
  'api-tokens-viewed': ['api-tokens list'],
  'connection-viewed': ['GET /applications/:id/connections/:sub'],
  'membership-viewed': ['GET /applications/:id/members/:memberId'],
  created: ['accounts create', 'POST /accounts', 'setup'],
  changed: ['PATCH /accounts/:id'],
  'role-changed': ['accounts set-role'],
  'username-changed': ['accounts set-username'],
  'email-verified': ['accounts set-email-verified'],
  disabled: ['accounts disable'],
  enabled: ['accounts enable'],
  'signed-out': ['accounts end-sessions', 'DELETE /accounts/:id/sessions'],
  'group-viewed': ['GET /groups/:id/members/:id'],
  'group-joined': ['groups add', 'groups add-member', 'POST /groups/:id/members'],
  'group-left': ['groups remove', 'groups remove-member', 'DELETE /groups/:id/members/:id'],
  'password-link-sent': ['accounts send-reset'],
  'password-link-made': ['accounts password-link', 'POST /accounts/:id/password-links'],
  'factors-removed': ['accounts remove-factors'],
  'api-token-made': ['api-tokens create'],
  disconnected: ['connections unlink', 'DELETE /applications/:id/connections/:sub'],
  'team-role-changed': [
    'team change-role',
    // These hand the application over too.
    ...['PATCH /applications/:id/members/:memberId', 'PUT /applications/:id/members/:memberId'],
  ],
  'team-removed': ['team remove', 'DELETE /applications/:id/members/:memberId'],
  // In the act that ends the ownership of somebody, by whatever door, and by the command line.
  'team-handed-over': ['team hand-over', 'applications hand-over'],
};

const SENTENCES: ReadonlyMap<string, Sentence> = new Map(
  Object.entries(ACTIONS).flatMap(([sentence, actions]) =>
    actions.map((action) => [action, sentence as Sentence] as const),
  ),
);

/** Every action that has a sentence of its own. */
export const SAID_ACTIONS: readonly string[] = [...SENTENCES.keys()];

/** @param action as the audit has it */
export const sentenceFor = (action: string): Sentence | undefined => SENTENCES.get(action);
