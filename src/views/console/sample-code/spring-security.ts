// Spring Security: the properties of Spring Boot. The tests do not run this sample.
import { parseUrl } from '../../page/safe-text.ts';
import { quoted } from './quote.ts';
import type { Sample, SampleValues } from './sample.ts';

const CALLBACK = '/login/oauth2/code/latchkey';

export const springSecuritySample = (values: SampleValues): Sample => ({
  id: 'spring-security',
  title: 'Spring Security',
  commands: undefined,
  files: [
    { name: 'build.gradle', text: "implementation 'org.springframework.boot:spring-boot-starter-oauth2-client'\n" },
    { name: 'src/main/resources/application.yaml', text: properties(values) },
  ],
  tested: false,
  ownRedirectUri: (parseUrl(values.redirectUri)?.origin ?? '') + CALLBACK,
});

const properties = (values: SampleValues): string => {
  const { secret } = values;
  const proof =
    secret === undefined
      ? 'client-authentication-method: none'
      : `client-secret: ${quoted(secret)}\n            client-authentication-method: client_secret_basic`;
  return `spring:
  security:
    oauth2:
      client:
        registration:
          latchkey:
            client-id: ${quoted(values.apiKey)}
            ${proof}
            authorization-grant-type: authorization_code
            redirect-uri: "{baseUrl}/login/oauth2/code/{registrationId}"
            scope: ${quoted(values.scope.replaceAll(' ', ','))}
        provider:
          latchkey:
            issuer-uri: ${quoted(values.authUrl)}
`;
};
