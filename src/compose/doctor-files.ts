// What `latchkey doctor` reads of files on this machine: who may read them, how full their disks are, and the
// certificate.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { systemClock } from '../core/ground/clock.ts';
import type { CertificateFacts } from '../core/operating/doctor/examine-addresses.ts';
import type { FileFacts } from '../core/operating/doctor/examine-files.ts';
import { examineCertificate, unreadableCertificate } from '../core/operating/doctor/examine-tls.ts';
import { readDatabaseUrl } from '../schema/settings/database-url.ts';
import type { SettingValues } from '../schema/settings/settings.ts';
import { danglingLink } from '../store/sqlite/files/database-file.ts';

export function filesOf(values: SettingValues, configFile: string): FileFacts[] {
  const { databaseUrl, secret, secretFile, secretPreviousFile, tlsKeyFile } = values;
  const files: FileFacts[] = [];
  const add = (kind: FileFacts['kind'], path: string | undefined) => {
    if (path === undefined) return;
    const found = statSync(path, { throwIfNoEntry: false });
    const danglingTarget = found ? undefined : danglingLink(path);
    if (danglingTarget !== undefined)
      files.push({ path, kind, danglingTarget, mode: 0, bytes: 0, changedAt: systemClock.now() });
    // Windows has no POSIX modes.
    if (!found || process.platform === 'win32') return;
    files.push({ path, kind, mode: found.mode & 0o7777, bytes: found.size, changedAt: found.mtimeMs });
  };
  add('settings', configFile);
  if (secret === undefined) add('private', secretFile);
  add('private', secretPreviousFile);
  add('private', tlsKeyFile);
  const { file: path } = readDatabaseUrl(databaseUrl);
  if (path === undefined) return files;
  for (const part of ['', '-wal', '-shm']) add('private', path + part);
  const folder = dirname(path);
  add('folder', folder);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const left = names.filter((name) => name.startsWith(`${basename(path)}.`) && /\.(part|before-|replaced-)/.test(name));
  for (const name of left) add('leftover', join(folder, name));
  return files;
}

export function disksOf({ databaseUrl }: SettingValues) {
  const { file } = readDatabaseUrl(databaseUrl);
  const folder = file && dirname(file);
  if (!folder || !existsSync(folder)) return [];
  const { bavail, bsize } = statfsSync(folder);
  return [{ folder, freeBytes: bavail * bsize }];
}

export function ownCertificate({ tlsCertificateFile: file, tlsKeyFile, authUrl, apiUrl }: SettingValues, now: number) {
  if (file === undefined || tlsKeyFile === undefined) return [];
  try {
    const certificate = new X509Certificate(readFileSync(file));
    const names = [authUrl, apiUrl].map((url) => new URL(url).hostname);
    const uncovered = names.find((name) => !isFor(certificate, name));
    const matchesKey = certificate.checkPrivateKey(createPrivateKey(readFileSync(tlsKeyFile)));
    const distrust = uncovered
      ? `it is not valid for ${uncovered}`
      : matchesKey
        ? undefined
        : 'tls_key_file belongs to another certificate';
    const facts: CertificateFacts = { expiresAt: Date.parse(certificate.validTo), distrust };
    return [examineCertificate(file, facts, now)];
  } catch (error) {
    return [unreadableCertificate({ file, key: tlsKeyFile, reason: (error as Error).message })];
  }
}

function isFor(certificate: X509Certificate, hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return (isIP(address) === 0 ? certificate.checkHost(address) : certificate.checkIP(address)) !== undefined;
}
