// The five plans and their modules, in the order of the published lists.

import { backChannelModules } from './back-channel-logout.ts';
import * as answers from './basic-answers.ts';
import * as requests from './basic-requests.ts';
import * as sessions from './basic-sessions.ts';
import { discoveryVerification } from './discovery.ts';
import type { Module, Plan } from './module.ts';
import { logoutModules } from './rp-initiated-logout.ts';

const BASIC: readonly Module[] = [
  answers.server,
  requests.responseTypeMissing,
  answers.idTokenSignature,
  answers.idTokenUnsigned,
  answers.userInfoGet,
  answers.userInfoPostHeader,
  answers.userInfoPostBody,
  requests.withoutNonce,
  ...answers.scopeModules,
  requests.alternateHappyFlow,
  requests.displayPage,
  requests.displayPopup,
  sessions.promptLogin,
  sessions.promptNoneNotLoggedIn,
  sessions.promptNoneLoggedIn,
  sessions.maxAge1,
  sessions.maxAge10000,
  requests.unknownParameter,
  sessions.idTokenHint,
  requests.loginHint,
  requests.uiLocales,
  requests.claimsLocales,
  requests.acrValues,
  answers.codeReuse,
  answers.codeReuseAfter30Seconds,
  requests.registeredRedirectUri,
  requests.postRequest,
  answers.serverClientSecretPost,
  requests.requestUriUnsigned,
  requests.requestObjectUnsigned,
  requests.claimsEssential,
  requests.requestObjectWithRedirectUri,
  answers.refreshToken,
  answers.validPkce,
];

export const PLANS: readonly Plan[] = [
  { name: 'oidcc-basic-certification-test-plan', profile: 'Basic OP', responseMode: 'query', modules: BASIC },
  {
    name: 'oidcc-formpost-basic-certification-test-plan',
    profile: 'Form Post OP',
    responseMode: 'form_post',
    modules: BASIC,
  },
  {
    name: 'oidcc-config-certification-test-plan',
    profile: 'Config OP',
    responseMode: 'query',
    modules: [discoveryVerification],
  },
  {
    name: 'oidcc-rp-initiated-logout-certification-test-plan',
    profile: 'RP-Initiated Logout OP',
    responseMode: 'query',
    modules: logoutModules,
  },
  {
    name: 'oidcc-backchannel-rp-initiated-logout-certification-test-plan',
    profile: 'Back-Channel Logout OP',
    responseMode: 'query',
    modules: backChannelModules,
  },
];
