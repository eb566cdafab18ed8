// Texts that try to become a recipient, a header, a link or markup of a mail.

export const HOSTILE_TEXTS = [
  '<b>bold</b>',
  '<a href="https://evil.example">here</a>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '\r\nBcc: victim@example.com',
  '\r\n\r\n<h1>Hello</h1>',
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
];

/** Matches what of them would be seen in a mail. */
export const OF_HOSTILE_TEXTS = /evil|victim|alert|bold|Bcc|555|constructor|aaaaa|7\*7/;
