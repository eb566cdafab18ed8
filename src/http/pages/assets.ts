// GET /assets/…: the few files of the pages. Their paths contain a hash of the contents, so that browsers may cache
// them for ever.
import type { PageAssets } from '../../views/assets/assets.ts';
import type { Route } from '../routes/route.ts';
import { sendConstant } from '../wire/constant-body.ts';

export const assetRoutes = (files: PageAssets): Route[] =>
  Object.values(files).map((file) => ({
    path: file.path,
    errors: 'negotiated',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: sendConstant({ text: file.body, type: file.type, cacheControl: 'public, max-age=31536000, immutable' }),
      },
    },
  }));
