// `npm run picture-test`: 50 people upload a photo at once, and the token endpoint goes on answering (contract 27;
// decision 61). Measures, so it runs alone, on a machine that does nothing else.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';

const PEOPLE = 50;
const ROUNDS = 3;
const APPLICATIONS = 4;
const IDLE_MS = 5000;
const BETWEEN_MS = 5;
const MAX_FILE = 8 * 1024 * 1024;

const SETTINGS = {
  LATCHKEY_REQUESTS_PER_SECOND: '100000',
  LATCHKEY_SIGN_UPS_PER_ADDRESS: '1000',
  LATCHKEY_SIGN_UPS_PER_NETWORK: '1000',
  LATCHKEY_LOG_LEVEL: 'warn',
};

/** A photo of 12 megapixels that is as large as a file can be. */
async function givenPhoto(): Promise<Buffer> {
  const image = await sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  let photo = Buffer.alloc(MAX_FILE + 1);
  for (let quality = 90; photo.length > MAX_FILE; quality -= 3) photo = await sharp(image).jpeg({ quality }).toBuffer();
  return photo;
}

async function givenPerson(server: TestServer, at: number): Promise<Browser> {
  const browser = new Browser();
  const signUp = await browser.open(`${server.authUrl}/sign-up`);
  const values = { email: `photo-${at}@example.com`, password: `plum-harbor-${at}-violet`, nickname: 'Mina' };
  await browser.submit(signUp.form({ action: '/sign-up' }), values);
  return browser;
}

type Upload = {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly parts: readonly [string, Uint8Array, string];
};

/** Everything but the sending is done before: what is measured would otherwise be this process. */
async function prepareUpload(server: TestServer, browser: Browser, photo: Uint8Array): Promise<Upload> {
  const url = new URL(`${server.authUrl}/account/picture`);
  const form = (await browser.open(`${server.authUrl}/account`)).form({ action: url.pathname });
  const csrf = form.values.find(([name]) => name === 'csrf')?.[1] ?? '';
  const cookie = [...browser.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
  const head = `--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${csrf}\r\n--x\r\nContent-Disposition: form-data; name="picture"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const tail = '\r\n--x--\r\n';
  const headers = {
    cookie,
    origin: url.origin,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(head.length + photo.length + tail.length),
  };
  return { url: url.href, headers, parts: [head, photo, tail] };
}

/** Sends all at once, from a thread of its own. Answers with the statuses; 0: closed before there was one. */
const SENDER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { request } = require('node:http');
  const upload = ({ url, headers, parts }) =>
    new Promise((resolve) => {
      const sent = request(url, { method: 'POST', headers, agent: false });
      sent.once('response', (response) => resolve(response.resume().statusCode)).once('error', () => resolve(0));
      for (const part of parts) sent.write(part);
      sent.end();
    });
  Promise.all(workerData.map(upload)).then((statuses) => parentPort.postMessage(statuses));
`;
const sendAll = (uploads: readonly Upload[]): Promise<number[]> =>
  new Promise((resolve, reject) => {
    new Worker(SENDER, { eval: true, workerData: uploads }).once('message', resolve).once('error', reject);
  });

/** Rotates refresh tokens until told to stop. @returns how long each answer took, in ms */
async function rotate(client: Client, isOver: () => boolean): Promise<number[]> {
  const took: number[] = [];
  let { refresh_token } = await client.tokens();
  while (!isOver()) {
    const startedAt = performance.now();
    const { status, body } = await client.token(client.refreshForm(refresh_token));
    took.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`The token endpoint answered ${status}`);
    refresh_token = body.refresh_token;
    await pause(BETWEEN_MS);
  }
  return took;
}

async function during<Result>(clients: readonly Client[], work: () => Promise<Result>) {
  let over = false;
  const loads = clients.map((client) => rotate(client, () => over));
  const result = await work();
  over = true;
  const took = (await Promise.all(loads)).flat().sort((a, b) => a - b);
  return { result, count: took.length, p99: took[Math.floor(took.length * 0.99)] ?? 0 };
}

const memoryOf = ({ pid }: TestServer): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const peakOf = ({ pid }: TestServer): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;

test(`contract 27: ${PEOPLE} uploads at once leave the token endpoint’s 99th percentile within twice idle`, async () => {
  const server = await startServer(SETTINGS);
  try {
    const file = await givenPhoto();
    // The sending thread does not copy it.
    const photo = new Uint8Array(new SharedArrayBuffer(file.length));
    photo.set(file);
    const clients: Client[] = [];
    while (clients.length < APPLICATIONS) clients.push(await givenClient(server));
    const people: Browser[] = [];
    for (let at = 0; at < PEOPLE; at += 1) people.push(await givenPerson(server, at));
    const memoryBefore = memoryOf(server);
    const uploads: Upload[] = [];
    for (const browser of people) uploads.push(await prepareUpload(server, browser, photo));
    const [idle, busy]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const resting = await during(clients, () => pause(IDLE_MS));
      const startedAt = performance.now();
      const uploading = await during(clients, () => sendAll(uploads));
      const seconds = (performance.now() - startedAt) / 1000;
      idle.push(resting.p99);
      busy.push(uploading.p99);
      const stored = uploading.result.filter((status) => status === 303).length;
      const others = uploading.result.filter((status) => status !== 303);
      console.log(
        `round ${round + 1}: idle p99 ${resting.p99.toFixed(1)} ms of ${resting.count}; ${stored} of ${PEOPLE} pictures of ${(photo.length / 1e6).toFixed(1)} MB stored (others: ${others.join(' ') || 'none'}) in ${seconds.toFixed(1)} s, p99 ${uploading.p99.toFixed(1)} ms of ${uploading.count}`,
      );
      expect(stored).toBe(PEOPLE);
    }
    console.log(
      `medians: idle ${median(idle).toFixed(1)} ms, uploading ${median(busy).toFixed(1)} ms; memory before ${memoryBefore.toFixed(0)} MB, after ${memoryOf(server).toFixed(0)} MB, most ${peakOf(server).toFixed(0)} MB`,
    );
    expect(median(busy)).toBeLessThanOrEqual(2 * median(idle));
  } finally {
    await server.stop();
  }
});
