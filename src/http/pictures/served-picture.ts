// GET /pictures/:address: a person's picture for an application that may see it (contract 27, decision 61). The address
// tells the browser nothing, and is 404 as soon as the application would no longer get it.
import { findPictureAt, PICTURES_PATH } from '../../core/applications/connections/picture-address.ts';
import { httpError } from '../errors/http-error.ts';
import type { Route } from '../routes/route.ts';
import { IMAGE_POLICY } from './logos.ts';

export const pictureServingRoutes = (deps: Parameters<typeof findPictureAt>[0]): Route[] => [
  {
    path: `${PICTURES_PATH}/:address`,
    errors: 'negotiated',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: async (request, reply) => {
          const { address } = request.params as { address: string };
          const image = await findPictureAt(deps, address);
          if (!image) throw httpError(404);
          return reply
            .header('cache-control', 'private, max-age=300')
            .header('content-security-policy', IMAGE_POLICY)
            .header('cross-origin-resource-policy', 'cross-origin')
            .type('image/webp')
            .send(image);
        },
      },
    },
  },
];
