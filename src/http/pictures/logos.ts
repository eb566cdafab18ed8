// GET /logos/:of/:hash: the logo of an application or of the service, for the pages of this host and for anybody else.
// The path contains a hash of the image, so that browsers may cache it for ever. A browser cannot treat the response as
// anything but an image (case N7).
import type { Logo } from '../../core/ground/logos/logo.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { LOGO_KEYS } from '../../core/server/policy/policy.ts';
import { SERVICE_LOGOS, serviceLogoBytes } from '../../core/server/policy/service-logo.ts';
import { httpError } from '../errors/http-error.ts';
import type { Route } from '../routes/route.ts';

/** Opened by itself, the image is a document in a sandbox. */
export const IMAGE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

type Deps = Pick<Ports, 'logos' | 'livePolicy'>;

export const logoServingRoutes = (ports: Deps): Route[] => [
  {
    path: '/logos/:of/:hash',
    errors: 'negotiated',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: async (request, reply) => {
          const { of, hash } = request.params as { of: string; hash: string };
          const logo = await (of === SERVICE_LOGOS ? serviceLogo(ports, hash) : ports.logos.find(of));
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

/** The page may be of a process that follows a newer policy than this one, which then reads it. */
async function serviceLogo({ livePolicy }: Deps, hash: string): Promise<Logo | undefined> {
  const find = () => LOGO_KEYS.map((key) => livePolicy.values()[key]).find((logo) => logo?.hash === hash);
  const known = find();
  if (!known) await livePolicy.refresh();
  const logo = known ?? find();
  return logo && { ...logo, image: serviceLogoBytes(logo) };
}
