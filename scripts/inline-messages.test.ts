import assert from 'node:assert/strict'
import { runInNewContext } from 'node:vm'
import { test } from 'vitest'
import { inlineIn, markMessages } from './inline-messages.ts'
import { expressionOf } from './message-code.ts'

const imports = `import { locale, t } from '#messages/messages.ts'\nimport { rich } from '#messages/rich.ts'\n`

/** Builds the code in English and evaluates it. */
const evaluate = (code: string, scope: Record<string, unknown> = {}): unknown => {
  const built = inlineIn(markMessages(imports + code, 'file.ts').trim(), 'en')
  return JSON.parse(JSON.stringify(runInNewContext(built, { ...scope })))
}

test('replaces messages without values with their text, as it is', () => {
  assert.equal(evaluate("t('It’s {here}')"), 'It’s {here}')
  assert.equal(evaluate('locale()'), 'en')
  assert.equal(evaluate("t('Open (context: an issue)')"), 'Open')
})

test('inserts values where they are used', () => {
  assert.equal(evaluate("t('Reply to {name}', { name: user.name })", { user: { name: 'Ada' } }), 'Reply to Ada')
  assert.equal(evaluate("t('{a} of {b}', { b: 1 + 1, a: 1 })"), '1 of 2')
  assert.equal(evaluate("t('{name}, {name}', { name: next() })", { next: () => 'x' }), 'x, x')
})

test('chooses plural forms and selections', () => {
  const code = "t('{count, plural, =0 {no posts} one {# post} other {# posts}} by {name}', { count, name: 'Ada' })"
  assert.deepEqual(
    [0, 1, 2, 1234].map((count) => evaluate(code, { count })),
    ['no posts by Ada', '1 post by Ada', '2 posts by Ada', '1,234 posts by Ada'],
  )
  const select = "t('{kind, select, post {the post} other {the page}}', { kind })"
  assert.deepEqual([evaluate(select, { kind: 'post' }), evaluate(select, { kind: 'x' })], ['the post', 'the page'])
})

test('builds lists of nodes for messages with elements, including messages inside of values', () => {
  const code = "rich('Read the <link>{name}</link>.', { name: t('guide'), link: (text) => ({ link: text }) })"
  assert.deepEqual(evaluate(code), ['Read the ', { link: 'guide' }, '.'])
})

test('uses the plural forms of the language', () => {
  const message = '{n, plural, one {uno} many {muchos} other {otros}}'
  const code = expressionOf(message, { locale: 'es', values: { n: 'n' }, isRich: false })
  const of = (n: number): unknown => runInNewContext(code, { n })
  assert.deepEqual([1, 2, 1_000_000].map(of), ['uno', 'otros', 'muchos'])
})

test('rejects texts that it cannot translate', () => {
  const build = (code: string) => inlineIn(markMessages(imports + code, 'file.ts'), 'en')
  assert.throws(() => build('t(text)'), /must be a string literal/)
  assert.throws(() => build("t('Reply to {name}', values)"), /not an object literal/)
  assert.throws(() => build("t('Reply to {name}', { ...values })"), /name: value/)
  assert.throws(() => build("t('Reply to {name}', { other })"), /no value for name/)
  assert.throws(() => build("t('{n, number}', { n })"), /may only contain/)
  const alias = "import { t as say } from '#messages/messages.ts'\nsay('x')"
  assert.throws(() => markMessages(alias, 'file.ts'), /under their own names/)
})

test('leaves code without messages unchanged', () => {
  assert.equal(markMessages("import x from './x.ts'\nt('x')", 'file.ts'), "import x from './x.ts'\nt('x')")
})
