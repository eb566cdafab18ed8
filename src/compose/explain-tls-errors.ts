// Explains why hosts cannot be built with the certificate or key of the settings.
import type { Settings } from '../settings/config.ts';
import { StartRefused } from './start-refused.ts';

/** Turns OpenSSL's errors about a certificate or key into refusals that name the settings. */
export async function explainTlsErrors<Result>(
  { tlsCertificateFile }: Settings,
  build: () => Promise<Result>,
): Promise<Result> {
  try {
    return await build();
  } catch (error) {
    const isTls =
      tlsCertificateFile !== undefined && /^ERR_(OSSL|SSL|TLS)/.test((error as NodeJS.ErrnoException).code ?? '');
    if (!isTls) throw error;
    const { message } = error as Error;
    throw new StartRefused(`tls_certificate_file and tls_key_file cannot be used (${message})`, { cause: error });
  }
}
