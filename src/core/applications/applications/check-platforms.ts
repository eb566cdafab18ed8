// The rules of platform entries (contract 3 "Platform entry" and "Site domain").
import { readSiteDomain } from '../../../protocol/site-domain.ts';
import type { Fault } from '../../ground/fault.ts';
import { PLATFORMS, type PlatformEntry, type PlatformName } from './application.ts';
import type { PlatformDraft } from './application-draft.ts';
import {
  applicationFault,
  MAX_BUNDLE_ID_LENGTH,
  MAX_PACKAGE_NAME_LENGTH,
  MAX_SITE_DOMAINS,
} from './application-faults.ts';

/** A valid entry without a key. */
export type CheckedPlatform = Pick<PlatformEntry, 'platform' | 'siteDomains' | 'packageName' | 'bundleId'>;

const isPlatformName = (text: string): text is PlatformName => (PLATFORMS as readonly string[]).includes(text);

/** Allows one entry for each platform, and ten site domains in total. */
export function checkPlatforms(
  drafts: readonly (PlatformDraft | undefined)[],
  path: Fault['path'],
  faults: Fault[],
): CheckedPlatform[] {
  const seen = new Set<string>();
  const checked: CheckedPlatform[] = [];
  drafts.forEach((draft, index) => {
    if (!draft) return;
    const { platform } = draft;
    if (platform !== undefined && seen.has(platform)) {
      faults.push(applicationFault([...path, index, 'platform'], 'platform-twice'));
    }
    if (platform !== undefined) seen.add(platform);
    const entry = checkPlatform(draft, [...path, index], faults);
    if (entry) checked.push(entry);
  });
  const counts = drafts.map((draft) => draft?.siteDomains?.length ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  // A single list that is too long is reported by itself.
  if (total > MAX_SITE_DOMAINS && counts.every((count) => count <= MAX_SITE_DOMAINS)) {
    faults.push(applicationFault(path, 'site-domains-too-many'));
  }
  return checked;
}

function checkPlatform(draft: PlatformDraft, path: Fault['path'], faults: Fault[]): CheckedPlatform | undefined {
  const { platform } = draft;
  if (platform === undefined || !isPlatformName(platform)) {
    const code = platform === undefined ? 'platform-missing' : 'platform-unknown';
    faults.push(applicationFault([...path, 'platform'], code));
    return undefined;
  }
  return {
    platform,
    siteDomains: checkSiteDomains(draft.siteDomains, platform, [...path, 'site_domains'], faults),
    packageName: checkPackageName(draft.packageName, platform, [...path, 'package_name'], faults),
    bundleId: checkBundleId(draft.bundleId, platform, [...path, 'bundle_id'], faults),
  };
}

function checkSiteDomains(
  texts: PlatformDraft['siteDomains'],
  platform: PlatformName,
  path: Fault['path'],
  faults: Fault[],
): string[] {
  if (platform !== 'Web') {
    if (texts !== undefined) faults.push(applicationFault(path, 'site-domains-not-web'));
    return [];
  }
  if (texts === undefined || texts.length === 0) faults.push(applicationFault(path, 'site-domains-missing'));
  else if (texts.length > MAX_SITE_DOMAINS) faults.push(applicationFault(path, 'site-domains-too-many'));
  const stored = new Set<string>();
  texts?.forEach((text, index) => {
    if (text === undefined) return;
    const reading = readSiteDomain(text);
    if (reading.kind === 'fault') faults.push(applicationFault([...path, index], reading.code));
    else if (stored.has(reading.siteDomain)) faults.push(applicationFault([...path, index], 'site-domain-twice'));
    else stored.add(reading.siteDomain);
  });
  return [...stored];
}

// Android: two or more segments of letters, digits and underscores, each starting with a letter.
const PACKAGE_NAME = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)+$/;

function checkPackageName(
  text: string | undefined,
  platform: PlatformName,
  path: Fault['path'],
  faults: Fault[],
): string | undefined {
  if (text === undefined) return undefined;
  if (platform !== 'Android') faults.push(applicationFault(path, 'package-name-not-android'));
  else if (text.length > MAX_PACKAGE_NAME_LENGTH || !PACKAGE_NAME.test(text)) {
    faults.push(applicationFault(path, 'package-name-malformed'));
  }
  return text;
}

// Apple's CFBundleIdentifier: letters, digits, hyphens and dots.
const BUNDLE_ID = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/;

function checkBundleId(
  text: string | undefined,
  platform: PlatformName,
  path: Fault['path'],
  faults: Fault[],
): string | undefined {
  if (text === undefined) return undefined;
  if (platform !== 'iOS') faults.push(applicationFault(path, 'bundle-id-not-ios'));
  else if (text.length > MAX_BUNDLE_ID_LENGTH || !BUNDLE_ID.test(text)) {
    faults.push(applicationFault(path, 'bundle-id-malformed'));
  }
  return text;
}
