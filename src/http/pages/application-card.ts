// An application as shown on sign-in pages, in the page's language.
import type { Application } from '../../core/applications/application.ts';
import { inLanguage } from '../../core/applications/translations.ts';
import { logoPath } from '../../core/logos/logo.ts';
import type { ApplicationCard, PageContext } from '../../views/parts/page.ts';

export const applicationCard = (
  application: Application,
  { language }: Pick<PageContext, 'language'>,
): ApplicationCard => ({
  name: inLanguage(application, language).name,
  logo: logoPath(application),
  homepageUri: application.homepageUri,
  privacyPolicyUri: application.privacyPolicyUri,
  termsUri: application.termsUri,
  companyName: application.companyName,
  companyCountry: application.companyCountry,
});
