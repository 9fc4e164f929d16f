/** Returns, by name, documents of just under `length` characters that are designed to slow down a Markdown renderer. */
export function pathologicalMarkdown(length: number): Record<string, string> {
  const fill = (piece: string, room = length) => piece.repeat(Math.floor(room / piece.length))
  const after = (start: string, piece: string, end = '') =>
    start + fill(piece, length - start.length - end.length) + end
  const nested = (open: string, middle: string, close: string) => {
    const depth = Math.floor((length - middle.length) / (open.length + close.length))
    return open.repeat(depth) + middle + close.repeat(depth)
  }
  const lines = (line: (index: number) => string) => {
    let text = ''
    for (let index = 0; text.length + line(index).length < length; index++) text += `${line(index)}\n`
    return text
  }
  const table = (columns: number, row: string) => after(`${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n`, row)
  const code = (language: string, piece: string) =>
    `\`\`\`${language}\n${fill(piece, 28_000)}\n\`\`\`\n${fill('[a](b)', length - 28_100)}`
  return {
    'nested quotes': fill('>'),
    'stairs of quotes': lines((index) => `${'>'.repeat(index % 400)}a`),
    'nested lists': fill('- '),
    'stairs of lists': lines((index) => `${' '.repeat((index * 2) % 400)}- a`),
    'lists in quotes': fill('> - '),
    'list items': fill('- a\n'),
    'lists of every kind': fill('* a\n- b\n+ c\n'),
    tasks: fill('- [ ] a\n'),
    paragraphs: fill('a\n\n'),
    headings: fill('# a\n'),
    'underlined headings': fill('a\n=\n'),
    'rules and lists': fill('- - '),
    'empty lines': fill('\n'),
    'open brackets': fill('['),
    'nested brackets': nested('[', 'a', ']'),
    'nested links': nested('[', 'a', '](u)'),
    'unclosed links': fill('[a]('),
    'links with unclosed titles': fill('[a](b "'),
    links: fill('[a](b)'),
    'parentheses in a link': after('[a](', '(', ')'),
    'open pictures': fill('!['),
    'nested pictures': nested('![', 'a', '](u)'),
    pictures: fill('![](b)'),
    hashtags: fill('#a '),
    'hashtags without spaces': fill('#a'),
    'a long hashtag': after('#a', '-a'),
    'number signs': fill('#'),
    stars: fill('*'),
    'unclosed emphasis': fill('*a **b '),
    'nested emphasis': nested('*a **b ', 'c', ' d** e*'),
    'emphasis of every kind': fill('x***a_b__ c~~d'),
    'short emphasis': fill('*a* '),
    'increasing numbers of backticks': Array.from({ length: Math.floor(Math.sqrt(length * 2)) - 2 }, (_, count) =>
      '`'.repeat(count),
    ).join(' '),
    'lone backticks': fill('`a'),
    'inline code': fill('`a`'),
    fences: fill('```ts\na\n```\n'),
    'unclosed fences in quotes': fill('> ```\n'),
    'indented code': fill('    a\n\nb\n\n'),
    'unclosed code in TypeScript': code('typescript', 'a'),
    'unclosed code in Markdown': code('markdown', '[a]('),
    'unclosed code in C#': code('csharp', 'a\n'),
    'unclosed code in Java': code('java', '$'),
    'reference definitions': lines((index) => `[${index}]: /u`),
    'uses of a long reference': after(`[a]: /${'b'.repeat(2000)}\n\n`, '[a]'),
    'uses of a long title': after(`[a]: /b "${'t'.repeat(length / 2)}"\n\n`, '[a]'),
    'pictures by reference': after('[a]: /b\n\n', '![a]'),
    'unclosed reference titles': after('[a]: u "', 'a\n'),
    'unknown references': fill('[a][b]'),
    'uses of a footnote': after('[^1]: a\n\n', '[^1]'),
    'inline footnotes': fill('^[a]'),
    'nested inline footnotes': nested('^[', 'a', ']'),
    'unclosed inline footnotes': fill('^['),
    'inline footnotes with unclosed links': fill('^[[a]('),
    'open footnotes': after('[^1]: a\n\n', '[^'),
    'footnotes with long names': after('[^1]: a\n\n', `[^${'b'.repeat(99)}`),
    footnotes: lines((index) => `[^${index}] [^${index + 1}]\n\n[^${index}]: a\n`),
    'footnotes in footnotes': fill('[^a]: '),
    'footnotes that refer to footnotes': lines((index) => `[^${index}]: [^${index + 1}]\n`),
    'stairs of footnotes': lines((index) => `${' '.repeat((index * 4) % 400)}[^${index}]: a`),
    'headings with the same text': fill('# a\n\nb\n\n'),
    'headings that end in numbers': lines((index) => `# a ${index}\n# a`),
    'a long heading': after('# ', 'a '),
    'links to headings': after('# a\n\n', '[b](#a)'),
    'small tables': fill('a|b\n-|-\n'),
    'a long table': table(1, '|b\n'),
    'a wide table': table(1000, 'b\n'),
    'a wide and long table': table(300, `${'|b'.repeat(300)}\n`),
    'escaped cells': table(2, String.raw`\|`),
    'bare addresses': fill('http://a.b '),
    'URLs in URLs': fill('http://a.b/'),
    'starts of URLs': fill('http://'),
    'URLs with brackets': fill('http://a.b/[('),
    'a long host': after('http://', 'a.'),
    'mail addresses': fill('a@b.c '),
    'starts of email addresses': fill('a@'),
    'starts of www': fill('www.'),
    autolinks: fill('<http://a>'),
    'starts of autolinks': fill('<a:'),
    'starts of comments': fill('<!--'),
    entities: fill('&amp;'),
    'starts of entities': fill('&#'),
    escapes: fill(String.raw`\*`),
    players: fill('<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>\n'),
    'frames with many attributes': fill(`<iframe${' a=""'.repeat(350)}\n`),
    'frames with many spaces': fill(`<iframe a${' '.repeat(1900)}\n`),
    'combining characters': after('a', '\u0301'),
    'one word': fill('a'),
  }
}
