// …/sample-code: code to copy, filled in, for the application's kind of client or another one.
import { IMPLEMENTATION_METHODS } from '../../core/applications/applications/application-fields.ts';
import { renderSampleCode } from '../../views/console/sample-code/sample-code.tsx';
import { queryOf } from '../wire/request-parts.ts';
import type { Section } from './frame/console-section.ts';

export const sampleCodeSection: Section<'sample-code'> = {
  name: 'sample-code',
  audit: 'harmless: shows the application',
  actions: {},
  render: async (context, page, { deps, request }) => {
    const query = queryOf(request);
    const asked = query.get('method');
    const method = IMPLEMENTATION_METHODS.find((one) => one === asked) ?? page.application.implementationMethod;
    return renderSampleCode(context, page, {
      method,
      sample: query.get('sample'),
      authUrl: deps.authUrl,
      apiUrl: deps.apiUrl,
    });
  },
};
