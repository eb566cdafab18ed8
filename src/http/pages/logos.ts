// GET /logos/:applicationId/:hash: an application's logo, for the pages of this host and for anybody else. The path
// contains a hash of the image, so that browsers may cache it for ever. A browser cannot treat the response as anything
// but an image (case N7).
import type { Ports } from '../../core/ports.ts';
import { httpError } from '../errors/http-error.ts';
import type { Route } from '../routes/route.ts';

/** Opened by itself, the image is a document in a sandbox. */
export const IMAGE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

export const logoServingRoutes = ({ logos }: Pick<Ports, 'logos'>): Route[] => [
  {
    path: '/logos/:applicationId/:hash',
    errors: 'negotiated',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: async (request, reply) => {
          const { applicationId, hash } = request.params as { applicationId: string; hash: string };
          const logo = await logos.find(applicationId);
          // A logo that was replaced or removed is gone, even from its old URL.
          if (!logo || logo.hash !== hash) throw httpError(404);
          return reply
            .header('cache-control', 'public, max-age=31536000, immutable')
            .header('content-security-policy', IMAGE_POLICY)
            .header('cross-origin-resource-policy', 'cross-origin')
            .type(logo.mediaType)
            .send(logo.image);
        },
      },
    },
  },
];
