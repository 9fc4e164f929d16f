import assert from 'node:assert/strict'
import { test } from 'vitest'
import { markdownOfMdx } from './mdx.ts'

const markdown = (source: string) => markdownOfMdx(source).markdown.trim()

test('drops imports, exports, and comments, and keeps Markdown unchanged', () => {
  const text =
    '# A *title*\n\n- one\n- two\n\n```js\nimport a from "b"\n<b>{x}</b>\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |'
  assert.equal(markdown(`import A from './a'\nexport const meta = { title: 'x' }\n\n{/* note */}\n\n${text}`), text)
})

test('converts picture components, including imported files', () => {
  const source =
    'import cat from \'./cat.png\'\n\n<Image src={cat} alt="A [cat]" width={200} />\n\n<Figure src=\'/a b.png\' caption="The end" />\n\nText <img src={cat.src} alt="x" />'
  assert.equal(markdown(source), '![A cat](<./cat.png>)\n\n![The end](</a b.png>)\n\nText ![x](<./cat.png>)')
})

test('converts players, links, and notes', () => {
  assert.equal(
    markdown('<YouTube id="dQw4w9WgXcQ" />'),
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
  )
  assert.equal(markdown('<Tweet id="1234567890" />'), '<https://twitter.com/i/status/1234567890>')
  assert.equal(markdown('See <NextLink href="/other">the *other*</NextLink>.'), 'See [the *other*](</other>).')
  assert.equal(
    markdown('<Callout type="warn" title="Careful">\n  Some **bold** text\n\n  - a list\n</Callout>'),
    '> **Careful**\n>\n> Some **bold** text\n>\n> - a list',
  )
})

test('keeps the content of other components, and shows components without content as code', () => {
  const { markdown: text, left } = markdownOfMdx(
    '<Tabs>\n  <Tab>One <Kbd>K</Kbd></Tab>\n</Tabs>\n\n<Chart data={[1, 2]} />\n\nThe {count} of {"text"}{\' \'}all.',
  )
  assert.equal(text.trim(), 'One K\n\n`<Chart data={[1, 2]} />`\n\nThe `{count}` of text all.')
  assert.deepEqual(left, ['<Chart data={[1, 2]} />', '{count}'])
})

test('rejects invalid MDX and reports the line number', () => {
  assert.throws(() => markdownOfMdx('One\n\nTwo {three'), /^Error: its MDX is invalid on line 3: /)
  assert.throws(() => markdownOfMdx('<Open>\n\ntext'), /its MDX is invalid/)
})
