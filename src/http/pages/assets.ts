// GET /assets/…: the few files of the pages. Their paths contain a hash of the contents, so that browsers may cache
// them for ever. Style and icon follow the branding, which changes while the server runs.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asset } from '../../views/assets/assets.ts';
import { httpError } from '../errors/http-error.ts';
import type { Route } from '../routes/route.ts';
import { type SendConstant, sendConstant } from '../wire/constant-body.ts';

export type AssetFiles = {
  fixed: readonly Asset[];
  /** A file of the branding, by its path; undefined: there is none. */
  find(path: string): Promise<Asset | undefined>;
};

const sender = (file: Asset): SendConstant =>
  sendConstant({ text: file.body, type: file.type, cacheControl: 'public, max-age=31536000, immutable' });

const route = (path: string, handle: SendConstant): Route => ({
  path,
  errors: 'negotiated',
  methods: { GET: { access: 'public', body: 'none', handle } },
});

export const assetRoutes = (files: AssetFiles): Route[] => [
  ...files.fixed.map((file) => route(file.path, sender(file))),
  route('/assets/:name', brandedFile(files)),
];

function brandedFile(files: AssetFiles) {
  const senders = new WeakMap<Asset, SendConstant>();
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const file = await files.find(`/assets/${(request.params as { name: string }).name}`);
    if (!file) throw httpError(404);
    const send = senders.get(file) ?? sender(file);
    senders.set(file, send);
    return send(request, reply);
  };
}
