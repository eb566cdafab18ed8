// An application as shown on sign-in pages.
import type { Application } from '../../core/applications/application.ts';
import { logoPath } from '../../core/logos/logo.ts';
import type { ApplicationCard } from '../../views/parts/page.ts';

export const applicationCard = (application: Application): ApplicationCard => ({
  name: application.name,
  logo: logoPath(application),
  homepageUri: application.homepageUri,
  privacyPolicyUri: application.privacyPolicyUri,
  termsUri: application.termsUri,
  companyName: application.companyName,
  companyCountry: application.companyCountry,
});
