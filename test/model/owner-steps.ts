// What owners do at the registration API with their applications and, in vain, with those of others (contract 3).
import fc from 'fast-check';
import { disconnect } from './authorization.ts';
import { type Answer, REDIRECT_URIS, type Real } from './real.ts';
import { addKey, makeSecret, register } from './register.ts';
import type { Item } from './scope.ts';
import { type Application, at, type ConsentItem, connectionKey, type Model, pick } from './state.ts';
import { commands } from './step.ts';

const MAX_LIVE_SECRETS = 2;

type Edited = { foreseen: unknown; seen: unknown };
type Edit = (
  model: Model,
  real: Real,
  application: Application,
  as: number,
  given: { choice: number },
) => Promise<Edited>;

/** By its owner, or by the other one, for whom it does not exist. */
function edit(
  name: string,
  act: Edit,
  possible: (model: Readonly<Model>, application: Application) => boolean = () => true,
) {
  const given = fc.record({ choice: fc.nat(999), foreign: fc.nat(5) });
  return commands(given, {
    name,
    possible(model, { choice }) {
      const application = pick(existing(model), choice);
      return application !== undefined && possible(model, application);
    },
    async take(model, real, { choice, foreign }) {
      const application = pick(existing(model), choice) as Application;
      const as = foreign === 0 ? 1 - application.owner : application.owner;
      return act(model, real, application, as, { choice });
    },
  });
}

const existing = (model: Readonly<Model>): Application[] => model.applications.filter((one) => !one.removed);
const pathOf = (real: Real, application: Application, rest = ''): string =>
  `/applications/${at(real.applicationIds, application.id)}${rest}`;

/** Whether it may; then what it changes, once the status told that it did. */
function outcome(application: Application, as: number, answer: Answer, status: number, change: () => void): Edited {
  if (as !== application.owner) return { foreseen: 404, seen: answer.status };
  change();
  return { foreseen: status, seen: answer.status };
}

const patch = (real: Real, application: Application, as: number, body: unknown): Promise<Answer> =>
  real.registration(as, 'PATCH', pathOf(real, application), body);

const switchLogin = (name: string, on: boolean) =>
  edit(
    name,
    async (_model, real, application, as) => {
      const answer = await patch(real, application, as, { login_activation: on ? 'ON' : 'OFF' });
      return outcome(application, as, answer, 200, () => {
        application.on = on;
      });
    },
    (_model, application) => application.on !== on,
  );

export const switchOff = switchLogin('switch login OFF', false);
export const switchOn = switchLogin('switch login ON', true);

export const changeRedirectUris = edit('change redirect URIs', async (_model, real, application, as, { choice }) => {
  const uris = application.redirectUris.length > 1 ? [choice % 2] : [0, 1];
  const answer = await patch(real, application, as, { redirect_uris: uris.map((uri) => at(REDIRECT_URIS, uri)) });
  return outcome(application, as, answer, 200, () => {
    application.redirectUris = uris;
  });
});

/** An item registered anew is asked anew. */
export const changeItems = edit('change consent items', async (model, real, application, as, { choice }) => {
  const item: Item = application.owner === 0 ? 'email' : 'nickname';
  const consent = choice % 4 === 0 ? 'required' : 'optional';
  const made: ConsentItem = { item, consent, since: model.now };
  const others = application.items.filter((entry) => entry.item !== item);
  const removing = others.length < application.items.length;
  const path = pathOf(real, application, '/consent-items');
  const answer = removing
    ? await real.registration(as, 'DELETE', `${path}/${item}`)
    : await real.registration(as, 'POST', path, { item, consent });
  return outcome(application, as, answer, removing ? 204 : 201, () => {
    application.items = removing ? others : [...others, made];
  });
});

const hasWeb = (model: Readonly<Model>, application: Application): boolean =>
  model.keys.some((key) => key.application === application.id && key.platform === 'Web' && !key.gone);

export const createSecret = edit(
  'create client secret',
  async (_model, real, application, as) => {
    const full = application.secrets.filter((secret) => !secret.gone).length >= MAX_LIVE_SECRETS;
    const answer = await makeSecret(real, application, as);
    return outcome(application, as, answer, full ? 409 : 200, () => {});
  },
  hasWeb,
);

export const deleteSecret = edit(
  'delete client secret',
  async (_model, real, application, as, { choice }) => {
    const secret =
      pick(
        application.secrets.filter((one) => !one.gone),
        choice,
      ) ?? at(application.secrets, 0);
    const path = pathOf(real, application, `/client-secrets/${at(real.clientSecrets, secret.id).id}`);
    const answer = await real.registration(as, 'DELETE', path);
    return outcome(application, as, answer, 204, () => {
      secret.gone = true;
    });
  },
  (_model, application) => application.secrets.some((secret) => !secret.gone),
);

export const requireSecret = edit(
  'require a client secret, or not',
  async (_model, real, application, as) => {
    const required = !application.secretRequired;
    const answer = await patch(real, application, as, { client_secret_required: required });
    return outcome(application, as, answer, 200, () => {
      application.secretRequired = required;
    });
  },
  (_model, application) => application.secrets.length > 0,
);

/** Its codes and tokens end; a new entry has a new key. Connections stay. */
export const changeAndroid = edit('change Android entry', async (model, real, application, as) => {
  const key = model.keys.find((one) => one.application === application.id && one.platform === 'Android' && !one.gone);
  const path = pathOf(real, application, '/platforms');
  const { body } = await real.registration(application.owner, 'GET', path);
  const shown = (body as unknown as Record<string, { id: string; api_key: string; platform: string }>) ?? {};
  const entry = Object.values(shown).find((one) => one.platform === 'Android');
  const answer = key
    ? await real.registration(as, 'DELETE', `${path}/${entry?.id}`)
    : await real.registration(as, 'POST', path, { platform: 'Android', package_name: 'com.example.again' });
  if (key || as !== application.owner) {
    return outcome(application, as, answer, 204, () => {
      if (key) key.gone = true;
    });
  }
  const made = await real.registration(as, 'GET', new URL(String(answer.body.location)).pathname);
  addKey(model, real, application.id, 'Android', String(made.body.api_key));
  return { foreseen: [201, 'Android'], seen: [answer.status, made.body.platform] };
});

/**
 * The owner ends one person's connection, named by the `sub` that the application knows, or all of them by one mark.
 */
export const unlinkUser = edit(
  'unlink a user',
  async (model, real, application, as, { choice }) => {
    if (choice % 4 === 0) {
      const answer = await real.registration(as, 'DELETE', pathOf(real, application, '/connections'));
      return outcome(application, as, answer, 204, () => {
        for (const account of linked(model, application)) disconnect(model, { application: application.id, account });
      });
    }
    const account = pick(linked(model, application), choice) as number;
    const sub = real.subs.get(connectionKey(application.id, account));
    if (sub === undefined) return { foreseen: 'nobody', seen: 'nobody' };
    const answer = await real.registration(as, 'DELETE', pathOf(real, application, `/connections/${sub}`));
    return outcome(application, as, answer, 204, () => disconnect(model, { application: application.id, account }));
  },
  (model, application) => linked(model, application).length > 0,
);

const linked = (model: Readonly<Model>, application: Application): number[] =>
  model.accounts
    .filter((one) => !one.removed && model.connections.get(connectionKey(application.id, one.id))?.live)
    .map((one) => one.id);

export const deleteApplication = edit('delete application', async (model, real, application, as) => {
  const answer = await real.registration(as, 'DELETE', pathOf(real, application));
  return outcome(application, as, answer, 204, () => {
    application.removed = true;
    for (const key of model.keys) if (key.application === application.id) key.gone = true;
  });
});

export const registerAgain = commands(fc.record({ owner: fc.nat(1) }), {
  name: 'register application',
  possible: (model, { owner }) => !existing(model).some((one) => one.owner === owner),
  async take(model, real, { owner }) {
    await register(model, real, owner);
    return { foreseen: 'registered', seen: 'registered' };
  },
});
