// The operator's branding on pages and in mail. Name, colour, logo and contact follow the policy, so that they change
// while the server runs; the style and the icon are made again when they do.
import type { LivePolicy } from '../core/server/policy/live-policy.ts';
import { serviceLogoPath } from '../core/server/policy/service-logo.ts';
import type { Settings } from '../settings/config.ts';
import { type Asset, assetPaths, loadAssets } from '../views/assets/assets.ts';
import type { AssetPaths, Brand } from '../views/page/brand.ts';

export function liveBrand(policy: LivePolicy, { termsUrl, privacyUrl }: Settings): Brand {
  return {
    get serviceName() {
      return policy.values().serviceName;
    },
    get accentColor() {
      return policy.values().accentColor;
    },
    get logo() {
      return serviceLogoPath(policy.values().logo);
    },
    get logoDark() {
      return serviceLogoPath(policy.values().logoDark);
    },
    get supportContact() {
      return policy.values().supportContact;
    },
    ...{ termsUrl, privacyUrl },
  };
}

export type LiveAssets = {
  /** Of the current branding, at each reading. */
  paths: AssetPaths;
  /** Files that do not change. */
  fixed: readonly Asset[];
  /**
   * A file of a current or recent branding, by its path. A page of another process may name one that this process does
   * not know yet, so an unknown path makes it read the policy.
   */
  find(path: string): Promise<Asset | undefined>;
};

/** Brandings whose files are kept, for pages that are still open. */
const MAX_BRANDINGS = 16;

export function liveAssets(brand: Brand, policy: LivePolicy): LiveAssets {
  const { style: _, icon: __, ...unbranded } = loadAssets(brand);
  const made = new Map<string, Pick<ReturnType<typeof loadAssets>, 'style' | 'icon'>>();
  const current = () => {
    const key = `${brand.accentColor} ${brand.serviceName}`;
    const known = made.get(key);
    if (known) return known;
    const files = loadAssets(brand);
    made.set(key, files);
    const [oldest] = made.keys();
    if (made.size > MAX_BRANDINGS && oldest !== undefined) made.delete(oldest);
    return files;
  };
  const among = (path: string): Asset | undefined =>
    [current(), ...made.values()].flatMap(({ style, icon }) => [style, icon]).find((file) => file.path === path);
  return {
    paths: {
      ...assetPaths({ ...unbranded, ...current() }),
      get style() {
        return current().style.path;
      },
      get icon() {
        return current().icon.path;
      },
    },
    fixed: Object.values(unbranded),
    async find(path) {
      const found = among(path);
      if (found || !(await policy.refresh())) return found;
      return among(path);
    },
  };
}
