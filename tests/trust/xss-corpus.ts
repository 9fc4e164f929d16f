import fs from 'node:fs'

const fixtures = new URL('../fixtures/', import.meta.url)
const read = (file: string) => fs.readFileSync(new URL(file, fixtures), 'utf8')
const lists = ['IntrudersXSS', 'RSNAKE_XSS', 'XSS_Polyglots', 'xss_payloads_quick']

/** Additional payloads that target Markdown and its renderer. */
const ours = [
  'javascript:alert(1)',
  'JaVaScRiPt&colon;alert(1)',
  'java\tscript:alert(1)',
  'java&NewLine;script&Tab;:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  '//evil.example/x',
  '/\\evil.example',
  'https://evil.example/"onmouseover="alert(1)',
  "https://evil.example/'onmouseover='alert(1)",
  'https://evil.example/`onmouseover=alert(1)',
  'x" srcdoc="<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  '</code></pre><script>alert(1)</script>',
  '</title></style></textarea><script>alert(1)</script>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" onload="alert(1)"></iframe>',
  '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;',
  '\\<script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
]

/** Returns hostile and unusual strings: public lists of attacks, the Big List of Naughty Strings, and our own. */
export function xssPayloads(): string[] {
  const lines = lists.flatMap((name) => read(`xss/${name}.txt`).split('\n'))
  const naughty = JSON.parse(read('naughty/blns.json')) as string[]
  return [...new Set([...lines, ...naughty, ...ours])].filter((line) => line.trim() !== '')
}

const oneLine = (payload: string) => payload.replaceAll(/[\r\n]+/g, ' ')

/** The positions in a Markdown document at which a payload can occur. */
const places: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `[text](${payload})`,
  (payload) => `[text](<${payload}>)`,
  (payload) => `[${payload}](https://example.com)`,
  (payload) => `[text](https://example.com "${payload}")`,
  (payload) => `[text][ref]\n\n[ref]: ${payload} '${payload}'`,
  (payload) => `<${payload}>`,
  (payload) => `![alt](${payload})`,
  (payload) => `![${payload}](/picture.png "${payload}")`,
  (payload) => `\`\`\`${payload}\n${payload}\n\`\`\``,
  (payload) => `~~~ html\n${payload}\n~~~\n\n    ${payload}\n\n\`${payload}\``,
  (payload) => `| a | ${payload} |\n|:-:|--:|\n| ${payload} | [b](${payload}) |`,
  (payload) => `# ${payload}\n\n> - [ ] **${payload}**`,
  (payload) => `<iframe src="${payload}" title="${payload}"></iframe>\n`,
  (payload) => `https://example.com/${payload}`,
  (payload) => `a[^${payload}] ^[${payload}]\n\n[^${payload}]: ${payload}\n    ${payload}`,
  (payload) => `a[^1]\n\n[^1]: [b](${payload}) ![${payload}](${payload})`,
]

/** Returns the payload at every position. */
export const xssPlaces = (payload: string): string[] =>
  places.map((place, index) => place(index === 0 ? payload : oneLine(payload)))

/** Returns every payload at every position: about ten thousand Markdown documents. */
export const xssCorpus = (): string[] => xssPayloads().flatMap(xssPlaces)
