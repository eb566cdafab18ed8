// GET /assets/…: the pages' few files, named by their contents, so browsers may keep them for ever.
import type { PageAssets } from '../../views/assets.ts';
import type { Route } from '../route.ts';

export const assetRoutes = (files: PageAssets): Route[] =>
  Object.values(files).map((file) => ({
    path: file.path,
    errors: 'negotiated',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: (_request, reply) =>
          reply.header('cache-control', 'public, max-age=31536000, immutable').type(file.type).send(file.body),
      },
    },
  }));
