// AppAuth for Android, iOS and Flutter, as configuration. The keys of Android and iOS entries are always public, and
// AppAuth makes state, nonce and PKCE itself. The tests do not run these samples.
import { markupText, quotedWithDollar, swiftQuoted } from './quote.ts';
import type { Sample, SampleFile, SampleValues } from './sample.ts';

const isWebUri = (uri: string): boolean => /^https?:/.test(uri);
const schemeOf = (uri: string): string => uri.slice(0, uri.indexOf(':'));

export const appAuthAndroidSample = (values: SampleValues): Sample => ({
  id: 'app-auth-android',
  title: 'AppAuth (Android)',
  commands: undefined,
  files: [
    {
      name: 'app/build.gradle',
      text: gradle(values, "dependencies {\n    implementation 'net.openid:appauth:0.11.1'\n}\n"),
    },
    { name: 'SignIn.kt', text: kotlin(values) },
  ],
  tested: false,
});

/** For an https redirect URI the app has an intent filter instead. */
const gradle = ({ redirectUri }: SampleValues, dependencies = ''): string => {
  const scheme = isWebUri(redirectUri) ? 'com.example.unused' : schemeOf(redirectUri);
  return `android {
    defaultConfig {
        manifestPlaceholders += [appAuthRedirectScheme: ${quotedWithDollar(scheme)}]
    }
}
${dependencies}`;
};

const kotlin = (values: SampleValues): string => `import android.net.Uri
import net.openid.appauth.AuthorizationRequest
import net.openid.appauth.AuthorizationServiceConfiguration
import net.openid.appauth.ResponseTypeValues

private val latchkey = Uri.parse(${quotedWithDollar(values.authUrl)})
private const val API_KEY = ${quotedWithDollar(values.apiKey)}
private val redirectUri = Uri.parse(${quotedWithDollar(values.redirectUri)})

fun prepareSignIn(ready: (AuthorizationRequest) -> Unit) {
    AuthorizationServiceConfiguration.fetchFromIssuer(latchkey) { configuration, error ->
        if (configuration == null) throw IllegalStateException("Latchkey is out of reach", error)
        val request = AuthorizationRequest.Builder(configuration, API_KEY, ResponseTypeValues.CODE, redirectUri)
            .setScope(${quotedWithDollar(values.scope)})
            .build()
        // Give it to AuthorizationService.getAuthorizationRequestIntent, and its answer to performTokenRequest.
        ready(request)
    }
}
`;

export const appAuthIosSample = (values: SampleValues): Sample => ({
  id: 'app-auth-ios',
  title: 'AppAuth (iOS)',
  commands: undefined,
  files: [...propertyList(values, 'Info.plist'), { name: 'SignIn.swift', text: swift(values) }],
  tested: false,
});

/** For an https redirect URI the app has associated domains instead. */
const propertyList = ({ redirectUri }: SampleValues, name: string): SampleFile[] => {
  if (isWebUri(redirectUri)) return [];
  const text = `<key>CFBundleURLTypes</key>
<array>
  <dict>
    <key>CFBundleURLSchemes</key>
    <array>
      <string>${markupText(schemeOf(redirectUri))}</string>
    </array>
  </dict>
</array>
`;
  return [{ name, text }];
};

const swift = (values: SampleValues): string => `import AppAuth

let latchkey = URL(string: ${swiftQuoted(values.authUrl)})!
let apiKey = ${swiftQuoted(values.apiKey)}
let redirectUri = URL(string: ${swiftQuoted(values.redirectUri)})!

/// Keep the session until the sign-in is over.
var currentSession: OIDExternalUserAgentSession?

func signIn(from view: UIViewController, signedIn: @escaping (OIDAuthState?, Error?) -> Void) {
  OIDAuthorizationService.discoverConfiguration(forIssuer: latchkey) { configuration, error in
    guard let configuration = configuration else { return signedIn(nil, error) }
    let request = OIDAuthorizationRequest(
      configuration: configuration,
      clientId: apiKey,
      scopes: ${swiftQuoted(values.scope)}.components(separatedBy: " "),
      redirectURL: redirectUri,
      responseType: OIDResponseTypeCode,
      additionalParameters: nil)
    currentSession = OIDAuthState.authState(byPresenting: request, presenting: view, callback: signedIn)
  }
}
`;

/** One program for two platforms, each with the key of its own entry. */
export const flutterSample = (values: SampleValues, keys: { android: string; ios: string }): Sample => ({
  id: 'flutter-app-auth',
  title: 'flutter_appauth',
  commands: 'flutter pub add flutter_appauth',
  files: [
    { name: 'android/app/build.gradle', text: gradle(values) },
    ...propertyList(values, 'ios/Runner/Info.plist'),
    { name: 'lib/sign_in.dart', text: dart(values, keys) },
  ],
  tested: false,
});

const dart = (values: SampleValues, keys: { android: string; ios: string }): string => `import 'dart:io';

import 'package:flutter_appauth/flutter_appauth.dart';

final apiKey = Platform.isIOS ? ${quotedWithDollar(keys.ios)} : ${quotedWithDollar(keys.android)};

Future<AuthorizationTokenResponse> signIn() {
  return const FlutterAppAuth().authorizeAndExchangeCode(
    AuthorizationTokenRequest(
      apiKey,
      ${quotedWithDollar(values.redirectUri)},
      issuer: ${quotedWithDollar(values.authUrl)},
      scopes: ${quotedWithDollar(values.scope)}.split(' '),
      allowInsecureConnections: ${values.authUrl.startsWith('http:')},
    ),
  );
}
`;
