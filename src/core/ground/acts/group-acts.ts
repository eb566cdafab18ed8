// What is done with groups (contract 31), in one table: the names of the acts in log and audit, the commands and the
// forms of the console's page of a group follow from it, and the operations of the API have to be those it names.
// Whoever may do one act may do them all: `change-groups` of account-acts.ts.

type Description = {
  /** Its kind in the audit. */
  kind: `group-${string}`;
  /** Of its command `latchkey groups …`; absent: there is none. */
  command?: string;
  /** Operations of the API. */
  operations: readonly string[];
  /** It has a form of its own, and needs to know the group, what it asks for, and whether it is forced. */
  form?: {
    /** What the console says when it was done. */
    done: string;
    asks?: 'account';
    /** The group is gone then. */
    ends?: true;
  };
};

/** In the order of the page's forms. */
const DESCRIBED = {
  create: { kind: 'group-created', command: 'create', operations: ['POST /groups'] },
  change: { kind: 'group-changed', operations: ['PUT /groups/:id', 'PATCH /groups/:id'] },
  'add-member': {
    kind: 'group-joined',
    command: 'add',
    operations: ['POST /groups/:id/members'],
    form: { done: 'group-member-added', asks: 'account' },
  },
  'remove-member': {
    kind: 'group-left',
    command: 'remove',
    operations: ['DELETE /groups/:id/members/:id'],
    form: { done: 'group-member-removed', asks: 'account' },
  },
  delete: {
    kind: 'group-deleted',
    command: 'delete',
    operations: ['DELETE /groups/:id'],
    form: { done: 'group-deleted', ends: true },
  },
} as const satisfies Readonly<Record<string, Description>>;

type Described = typeof DESCRIBED;
type GroupAct = keyof Described;
type ActsWith<Member> = { [Act in GroupAct]: Described[Act] extends Member ? Act : never }[GroupAct];
type CommandOf<Act extends GroupAct> = Described[Act] extends { command: infer Command extends string }
  ? Command
  : never;

/** Each has a form on the page of a group. */
export type GroupFormAct = ActsWith<{ form: object }>;
/** Each has a button there, which asks for nothing but a confirmation. */
export type GroupButton = Exclude<GroupFormAct, ActsWith<{ form: { asks: string } }>>;
/** Each has a command. */
export type GroupCommand = CommandOf<GroupAct>;
/** Each is an operation of the API. */
export type GroupOperation = Described[GroupAct]['operations'][number];
type ActionOf<Act extends GroupAct> = `groups ${Act | CommandOf<Act>}` | Described[Act]['operations'][number];

const ACTS = Object.keys(DESCRIBED) as readonly GroupAct[];

/** By kind: every name of the act in the audit. */
export const GROUP_ACTIONS = Object.fromEntries(
  ACTS.map((act) => {
    const { kind, command = act, operations }: Description = DESCRIBED[act];
    return [kind, [...new Set([`groups ${act}`, `groups ${command}`]), ...operations]];
  }),
) as unknown as { readonly [Act in GroupAct as Described[Act]['kind']]: readonly ActionOf<Act>[] };

export const GROUP_FORM_ACTS = ACTS.filter((act): act is GroupFormAct => 'form' in DESCRIBED[act]);

export const asksAccount = (act: GroupFormAct): boolean => 'asks' in DESCRIBED[act].form;

export const GROUP_BUTTONS = GROUP_FORM_ACTS.filter((act): act is GroupButton => !asksAccount(act));

export const formOfGroupAct = (
  act: GroupFormAct,
): NonNullable<Description['form']> & { done: Described[GroupFormAct]['form']['done'] } => DESCRIBED[act].form;
