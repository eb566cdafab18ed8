// An application as shown on sign-in pages, in the page's language.
import type { Application } from '../../core/applications/applications/application.ts';
import { logoPath } from '../../core/ground/logos/logo.ts';
import { inLanguage } from '../../core/ground/texts/translations.ts';
import type { ApplicationCard, PageContext } from '../../views/page/page.ts';

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
