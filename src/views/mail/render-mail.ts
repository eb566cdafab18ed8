// A queued mail as it is sent: subject, text and HTML in the recipient's language.
import type { RenderMail } from '../../core/server/mail/mail-sender.ts';
import type { Language } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { contentOf } from './mail-contents.ts';
import { htmlOf, type MailBrand, textOf } from './mail-layout.tsx';

/** @param site `authUrl`: what every link begins with */
export const createMailRenderer =
  (site: { authUrl: string; brand: MailBrand }): RenderMail =>
  async (mail, secrets) => {
    const { authUrl, brand } = site;
    const language = languageOf(mail.language);
    const content = contentOf(mail, { language, service: showName(brand.serviceName), authUrl, secrets });
    const layout = { content, brand, language };
    return { subject: content.subject, text: textOf(layout), html: htmlOf(layout) };
  };

/** @param tag a language tag, such as `ko-KR` */
const languageOf = (tag: string | undefined): Language => (/^ko\b/i.test(tag ?? '') ? 'ko' : 'en');
