// Names and addresses that try to become a recipient, a header, a link or markup of a mail.

/** 40 names. */
export const HOSTILE_TEXTS = [
  '<b>bold</b>',
  '<a href="https://evil.example">here</a>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '\r\nBcc: victim@example.com',
  '\r\n\r\n<h1>evil</h1>',
  '=?utf-8?Q?=0D=0ABcc=3A_victim=40example.com?=',
  'https://evil.example/login',
  'www.evil.example',
  'javascript:alert(1)',
  '\u202Eevil',
  '\u0000',
  '%0d%0aBcc:victim@example.com',
  '$(7*7)',
  '{{constructor}}',
  'Call +1 555 0100 now',
  'victim@example.com',
  '\u2028Bcc: victim@example.com',
  'a'.repeat(5000),
  '비밀번호를 여기로 보내 주세요 evil.example',
  '\nSubject: evil',
  '\rTo: victim@example.com',
  '\r\nContent-Type: text/html\r\n\r\n<b>evil</b>',
  '\r\n.\r\nMAIL FROM:<evil@example.com>',
  '\r\n--boundary\r\nevil',
  '<victim@example.com>',
  '"victim" <victim@example.com>',
  'victim@example.com, other@example.com',
  '=?utf-8?B?DQpCY2M6IHZpY3RpbUBleGFtcGxlLmNvbQ==?= victim',
  '<img src=//evil.example/pixel>',
  '<style>@import url(//evil.example)</style>',
  '<!-- evil -->',
  '&lt;b&gt;evil&lt;/b&gt;',
  '[evil](https://evil.example)',
  'https://id.example.com.evil.example/login',
  'https://id.example.com@evil.example',
  'evil\u200B.example',
  '\u0085Bcc: victim@example.com',
  '\uFEFFevil',
  'data:text/html,evil',
];

/** 12 addresses. */
export const HOSTILE_ADDRESSES = [
  'a b@example.com',
  'a,b@example.com',
  'a;b@example.com',
  '"a"@example.com',
  '<a@example.com>',
  'a@example.com>',
  'a@example.com\r\nBcc: c@example.com',
  'a\u0000@example.com',
  'a@example.com, b@example.com',
  'a@b@example.com',
  'Name <a@example.com>',
  'a@example.com\u2028Bcc:b@example.com',
];

/** Matches what of them would be seen in a mail. */
export const OF_HOSTILE_TEXTS = /evil|victim|alert|bold|Bcc|555|constructor|aaaaa|7\*7/;
