// Routes of the API host, declared by method and path: `GET /applications/:id`.
import type { ApiMethod, ApiRoute } from '../../routes/route.ts';

/** In the order of the paths, which is that of /openapi. */
export function routesOf(methods: Readonly<Record<string, ApiMethod>>): ApiRoute[] {
  const routes = new Map<string, ApiRoute>();
  for (const [key, method] of Object.entries(methods)) {
    const [name = '', path = ''] = key.split(' ');
    const others = routes.get(path)?.methods;
    routes.set(path, { path, errors: 'problem', methods: { ...others, [name]: method } });
  }
  return [...routes.values()];
}
