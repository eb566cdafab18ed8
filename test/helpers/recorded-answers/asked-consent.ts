// Authorization requests and the consent page: the first time, after a partial answer, with `prompt`, and refused.
import { Browser } from '../browser.ts';
import type { Form, Page } from '../html-page.ts';
import { CALLBACK, type Parameters, PKCE, type RecordedApplication, type World } from './world.ts';

export async function askForConsent(world: World): Promise<void> {
  const application = await world.application({
    ...{ company_name: 'Acme Inc.', company_country: 'KR', privacy_policy_uri: 'https://acme.example/privacy' },
    translations: { ko: { name: '아크메 상점' } },
  });
  await firstTime(world, application);
  await laterAnswers(world, application);
  await somethingNew(world);
  await installed(world);
  await missingValues(world);
  await refused(world, application);
}

const formOf = (page: Page): Form => page.form({ action: '/consent' });

async function firstTime(world: World, application: RecordedApplication): Promise<void> {
  const { record } = world;
  const wanted = { scope: 'openid profile email', state: 's1', nonce: 'n1', ...PKCE };
  await record.open('a request of nobody known', new Browser(), application.authorizeUrl(wanted));
  const { browser, page } = await world.newcomer(application.authorizeUrl(wanted));
  await record.open('consent, the first time', browser, page.url);
  const korean = await browser.open(application.authorizeUrl({ ui_locales: 'ko' }));
  await record.open('consent, the first time, in Korean', browser, korean.url);
  await record.submit('consent, cancelled', browser, formOf(page), {}, 'cancel');
  const again = await browser.open(application.authorizeUrl({ ...wanted, ui_locales: 'en' }));
  await record.submit('consent, agreed to all', browser, formOf(again), {}, 'agree-all');
}

/** The optional item was declined. */
async function laterAnswers(world: World, application: RecordedApplication): Promise<void> {
  const { record } = world;
  const { browser, page } = await world.newcomer(application.authorizeUrl({ state: 's2' }));
  await record.submit('consent, agreed in part', browser, formOf(page), {}, 'agree');
  const open = (name: string, parameters: Parameters): Promise<Page> =>
    record.open(name, browser, application.authorizeUrl(parameters));
  await open('agreed before, so no question', { state: 's3' });
  await open('agreed before, with what was declined', { scope: 'openid email' });
  await open('agreed before, silently', { prompt: 'none', state: 's4' });
  await open('agreed before, with resource', { resource: 'https://api.example/' });
  await open('agreed before, with unknown scopes alone', { scope: 'api.read api.admin' });
  await open('agreed before, with a malformed resource and unknown scopes', {
    resource: '#',
    scope: 'api.read openid',
  });
  await record.open(
    'agreed before, with two resources',
    browser,
    `${application.authorizeUrl()}&resource=https://a.example&resource=https://b.example`,
  );
  await open('agreed before, response_mode=form_post', { response_mode: 'form_post', state: 's5' });
  await open('prompt=consent', { prompt: 'consent' });
  const asked = await browser.open(application.authorizeUrl({ prompt: 'consent' }));
  await record.open('consent, after a partial answer', browser, asked.url);
  await record.submit('consent, agreed to the rest', browser, formOf(asked), { item: 'email' }, 'agree');
  const preset = await browser.open(application.authorizeUrl({ prompt: 'consent', resource: 'https://api.example/' }));
  await record.open('consent, with earlier answers', browser, preset.url);
  await record.submit('consent, taken back', browser, formOf(preset), { item: undefined }, 'agree');
}

async function somethingNew(world: World): Promise<void> {
  const { record } = world;
  const application = await world.application({ name: 'Widget Works' });
  const { browser } = await world.user(application, {}, { scope: 'nickname' });
  await record.open('something new, silently', browser, application.authorizeUrl({ scope: 'email', prompt: 'none' }));
  const page = await browser.open(application.authorizeUrl({ scope: 'email' }));
  await record.open('consent, for something new', browser, page.url);
  const bare = await world.application({ name: 'Bare Board', consent_items: [] });
  const nothing = await browser.open(bare.authorizeUrl());
  await record.open('consent, with nothing to tick', browser, nothing.url);
  await record.submit('consent, to nothing', browser, formOf(nothing), {}, 'agree');
}

/** RFC 8252 8.6: asked each time. */
async function installed(world: World): Promise<void> {
  const { record } = world;
  const redirect_uri = 'com.example.shop:/callback';
  const application = await world.application({
    ...{ name: 'Pocket Shop', platforms: [{ platform: 'iOS', bundle_id: 'com.example.shop' }] },
    redirect_uris: [redirect_uri],
  });
  const url = application.authorizeUrl({ redirect_uri, scope: 'openid', ...PKCE });
  const { browser, page } = await world.newcomer(url);
  await record.submit('consent, for an installed application', browser, formOf(page), {}, 'agree');
  await record.open('an installed application asks again', browser, url);
}

async function missingValues(world: World): Promise<void> {
  const { record } = world;
  const names = { birthdate: 'required', phone_number: 'optional', profile_image: 'optional', username: 'optional' };
  const consent_items = Object.entries(names).map(([item, consent]) => ({ item, consent }));
  const application = await world.application({ name: 'Party Planner', consent_items });
  const { browser, page } = await world.newcomer(application.authorizeUrl({ scope: 'openid profile phone' }));
  await record.open('consent, with missing values', browser, page.url);
  const wrong = { birthdate: '1990-02-31', item: 'phone_number' };
  await record.submit('consent, with a wrong value', browser, formOf(page), wrong, 'agree');
}

async function refused(world: World, application: RecordedApplication): Promise<void> {
  const { record } = world;
  const browser = new Browser();
  const open = (name: string, parameters: Parameters): Promise<Page> =>
    record.open(`refused: ${name}`, browser, application.authorizeUrl({ state: 's6', ...parameters }));
  await open('nobody signed in, silently', { prompt: 'none' });
  await open('unknown client_id', { client_id: '0'.repeat(32) });
  await open('a URL as client_id', { client_id: 'https://client.example/metadata.json' });
  await open('unknown redirect_uri', { redirect_uri: `${CALLBACK}/other` });
  await open('another response_type', { response_type: 'token' });
  await open('unknown prompt', { prompt: 'often' });
  await open('unknown response_mode', { response_mode: 'fragment' });
  await open('a request object', { request: 'e30.e30.' });
  await open('a request_uri', { request_uri: 'https://client.example/request' });
  await open('a challenge without a method', { code_challenge: PKCE.code_challenge });
  await open('claims that are none', { claims: '[]' });
  await record.open('refused: state twice', browser, `${application.authorizeUrl({ state: 'a' })}&state=b`);
  const off = await world.application({ name: 'Closed Shop', login_activation: 'OFF' });
  await record.open('refused: login activation OFF', browser, off.authorizeUrl());
}
