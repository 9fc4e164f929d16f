import assert from 'node:assert/strict'
import fs from 'node:fs/promises'
import { test } from 'vitest'
import { colors, tint } from './colors.ts'
import { loadFonts } from './fonts.ts'
import { sceneOf } from './scene.ts'
import { drawable } from './drawable-text.ts'
import type { SocialImage } from './social-images.contract.ts'

const { characters } = await loadFonts()
const author = { username: 'ada', displayName: 'Ada Lovelace', profileImage: null }
const post: SocialImage & { kind: 'post' } = {
  kind: 'post',
  title: 'On engines',
  excerpt: 'They weave.',
  isLongForm: true,
  readingMinutes: 3,
  createdAt: '2026-11-03T23:59:00.000Z',
  category: { displayName: 'Tech Tips', color: 'teal' },
  author,
}
const site = { name: 'Devstead', host: 'devstead.test', tagline: '', timeZone: 'UTC' }
const portrait = { picture: null, initials: 'AL', color: 'rose' }
const scene = (image: SocialImage, options = {}) => sceneOf(image, { site, portrait, characters, ...options })

test('uses a font that covers Latin scripts, and reports unsupported characters', () => {
  for (const sign of 'azAZ09 éñßşŁő“”‘’–…€©·@&<>{}|`') assert.ok(characters.has(sign.codePointAt(0)!), sign)
  for (const sign of 'Жλ日א🦀→') assert.ok(!characters.has(sign.codePointAt(0)!), sign)
})

test('omits characters that cannot be drawn, or the whole text if it contains too many', () => {
  const drawn = (text: string) => drawable(text, characters)
  assert.equal(drawn('Ship it 🚀👩🏽‍💻 now'), 'Ship it now')
  assert.equal(drawn('a→b\tand\n\nc'), 'a b and c')
  assert.equal(drawn('e\u0301cole'), 'école')
  for (const text of ['日本語のタイトル', 'Привет, мир', 'مرحبا', '日本語 in Rust', '🚀🚀', '', ' ']) {
    assert.equal(drawn(text), null, text)
  }
})

test('shows title, category, author, date, and reading time in an article’s image', () => {
  assert.deepEqual(scene(post), {
    siteName: 'Devstead',
    badge: { text: 'Tech Tips', color: 'teal' },
    headline: { text: 'On engines', as: 'title' },
    lead: null,
    more: null,
    person: { picture: null, initials: 'AL', color: 'rose', name: 'Ada Lovelace' },
    handle: '@ada',
    facts: ['Nov 3, 2026', '3 min read'],
  })
})

test('shows dates in the site’s time zone', () => {
  const { facts } = scene(post, { site: { ...site, timeZone: 'Europe/Berlin' } })
  assert.equal(facts[0], 'Nov 4, 2026')
})

test('shows an untitled post as a quotation', () => {
  const { headline, facts } = scene({ ...post, title: null, isLongForm: false })
  assert.deepEqual(headline, { text: '“They weave.”', as: 'quote' })
  assert.equal(scene({ ...post, title: null, excerpt: 'They weave,…' }).headline.text, '“They weave…”')
  assert.deepEqual(facts, ['Nov 3, 2026'])
})

test('replaces titles, author names, and site names in unsupported scripts with the author’s name, handle, and host', () => {
  const { headline, lead, badge } = scene({ ...post, title: '日本語のタイトル' })
  assert.deepEqual(headline, { text: 'Ada Lovelace', as: 'name' })
  assert.deepEqual([lead, badge?.text], ['An article on Devstead', 'Tech Tips'])
  const foreign = { ...post, title: '日本語', author: { ...author, displayName: '山田' } }
  const other = scene(foreign, { site: { ...site, name: 'Сайт' }, portrait: { ...portrait, initials: '山' } })
  assert.deepEqual(other.headline, { text: '@ada', as: 'name' })
  assert.deepEqual([other.siteName, other.handle, other.person?.initials], ['devstead.test', null, 'A'])
})

test('shows a short description in a profile’s image', () => {
  const { headline, lead, more } = scene({ kind: 'profile', title: 'Countess', bio: 'word '.repeat(400), author })
  assert.deepEqual([headline.text, lead], ['Ada Lovelace', 'Countess'])
  assert.ok(more?.startsWith('word word') && more.length <= 130)
  const silent = scene({ kind: 'profile', title: '', bio: '', author })
  assert.deepEqual([silent.lead, silent.more], [null, null])
})

test('uses the design’s colors', async () => {
  const css = await fs.readFile('src/ui/tokens.css', 'utf8')
  const light = new Set(css.slice(0, css.indexOf('.dark')).split(/\s*\n\s*/))
  for (const [name, value] of Object.entries(colors)) {
    assert.ok(light.has(`--${name}: ${value};`), name)
  }
  const tints = await fs.readFile('src/ui/tints.css', 'utf8')
  for (const [, word] of tints.matchAll(/data-tint='(\w+)'/g)) assert.notEqual(tint(word!), tint('no color'), word)
})
