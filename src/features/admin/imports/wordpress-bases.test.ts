import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'vitest'
import { readWordPress } from './wordpress.ts'

const site = 'https://barrels.example'
const text = '<p>Enough text for an article, which needs at least fifty characters.</p>'
const menuItem = (url: string) => `<item><wp:post_type>nav_menu_item</wp:post_type><wp:status>publish</wp:status>
  <wp:postmeta><wp:meta_key>_menu_item_url</wp:meta_key><wp:meta_value>${url}</wp:meta_value></wp:postmeta></item>`
const post = (id: number, content: string, type = 'post', link = `${site}/2020/01/p${id}/`) => `<item>
  <title>Post ${id}</title><link>${link}</link><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status>
  <wp:post_type>${type}</wp:post_type><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt>
  <content:encoded><![CDATA[${content}${text}]]></content:encoded></item>`

async function read(...items: string[]) {
  const xml = await readFile('tests/fixtures/imports/wordpress-comments.xml', 'utf8')
  const { lists = [], notes = [] } = readWordPress(xml.replace('<item>', () => `${items.join('')}<item>`))
  return { targets: new Map(lists.map(({ from, to }) => [from, to])), notes }
}

test('finds the paths of categories and tags in menus, navigation blocks, and links in posts', async () => {
  const { targets, notes } = await read(
    menuItem(`${site}/topics/wood/oak/`),
    post(100, `<a href="http://www.barrels.example/on/labels/hoops/feed/" rel="tag">Hoops</a>`),
  )
  const oak = { tag: 'Oak & ash' }
  for (const from of ['/topics/wood/oak/', '/topics/oak/', '/topics/wood/oak/page/*', '/category/wood/oak/'])
    assert.deepEqual(targets.get(from), oak, from)
  assert.deepEqual(targets.get('/topics/wood/oak/feed/'), { feedOf: oak })
  assert.equal(targets.get('/type/aside/'), 'posts')
  assert.deepEqual(targets.get('/topics/wood/'), { tag: 'Wood' })
  for (const from of ['/on/labels/hoops/', '/tag/hoops/']) assert.deepEqual(targets.get(from), { tag: 'Hoops' }, from)
  assert.doesNotMatch(notes.join(), /assumed/)

  const block = `<!-- wp:navigation-link {"type":"category","kind":"taxonomy","url":"${site}/themes/wood/"} /-->`
  const { targets: inBlock, notes: aboutTags } = await read(post(101, block, 'wp_navigation'))
  assert.deepEqual(inBlock.get('/themes/wood/oak/'), oak)
  assert.match(aboutTags.join(), /no link to a tag, so their addresses are assumed to be below \/tag\/$/)
})

test('does not mistake posts, pages, or other archive pages for categories, and reports its assumptions', async () => {
  const { targets, notes } = await read(
    post(
      100,
      `<a href="${site}/services/wood/">A page</a> <a href="https://elsewhere.example/topics/wood/">Not here</a>`,
    ),
    post(101, `<a href="${site}/author/wood/">An author</a> <a href="/2016/05/oak/">By date</a>`),
    post(102, '', 'page', `${site}/services/wood/`),
  )
  assert.deepEqual(
    [...targets.keys()].filter((from) => /\/(?:wood|oak)\//.test(from) && !/^\/(?:category|author)\//.test(from)),
    [],
  )
  assert.match(notes.join('\n'), /no link to a category, so their addresses are assumed to be below \/category\/$/m)
})
