import { setTimeout as sleep } from 'node:timers/promises'
import { sendChanges } from '#kernel/changes.store.ts'
import { type Db, run } from '#kernel/db.ts'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { renderVersion } from '#kernel/markdown/render-version.ts'
import type { RunningSite } from '#tests/support/site.ts'
import type { Row } from './row.ts'
import { withDatabase } from './seed.ts'

/** Posts with almost as many elements as a post may have. */
const heavyTexts = {
  fences: '```\n'.repeat(2800),
  rules: '---\n\n'.repeat(4900),
  paragraphs: 'a\n\n'.repeat(9900),
  links: '[a](b)'.repeat(4500),
  code: `\`\`\`js\n${"const a = await f('x', 1)\n".repeat(1100)}\`\`\`\n`,
}

const paths = {
  'front page': '/',
  'RSS feed': '/rss.xml',
  'posts list of 100': '/api/posts?limit=100',
}

const pageNames = ['front page', 'RSS feed', 'posts list of 100'] as const
const maxGrowth = { 'front page': 4, 'RSS feed': 15, 'posts list of 100': 15 }

/** Compares the usual sizes of pages, feeds, and lists with their sizes when they contain the heaviest posts that can
 *  be published. */
export async function measureHeavyPosts({ url, dataDir }: RunningSite): Promise<Row[]> {
  const usual = await sizesOf(url)
  const heavy = await withDatabase(dataDir, async (db) => {
    await publishHeavyPosts(db)
    await announcePosts(db)
    try {
      return await sizesOf(url)
    } finally {
      await run(db)`delete from posts where title = ${heavyTitle}`
      await announcePosts(db)
    }
  })
  return pageNames.map((name, index) => ({
    name: `${name} with the heaviest posts, bytes as a multiple of usual`,
    value: heavy[index]! / usual[index]!,
    limit: { atMost: maxGrowth[name] },
  }))
}

const heavyTitle = 'A heavy post'

/** Invalidates the cached pages and waits until the site has processed the change. */
async function announcePosts(db: Db): Promise<void> {
  await sendChanges(db, 'bench', ['posts'])
  await sleep(2000)
}

const sizesOf = (url: string) =>
  Promise.all(pageNames.map(async (name) => (await (await fetch(url + paths[name])).arrayBuffer()).byteLength))

async function publishHeavyPosts(db: Db): Promise<void> {
  const texts = Object.values(heavyTexts).map((content) => {
    const { html, isTruncated, beginningHtml, text, excerpt200 } = renderMarkdown(content, options)
    if (isTruncated) throw new Error('The text is too heavy to be published.')
    return { content, html, beginning: beginningHtml, text, excerpt: excerpt200 }
  })
  await run(db)`
    insert into posts (member_id, title, content, content_html, beginning_html, plain_text, render_version, excerpt,
      reading_minutes, category_id, is_long_form)
    select (select min(id) from members), ${heavyTitle}, content, html, beginning, text, ${renderVersion()}::int, excerpt, 1, 5, false
    from json_to_recordset(${JSON.stringify(texts)}::json)
      as texts (content text, html text, beginning text, text text, excerpt text), generate_series(1, 20)`
}

const options = { siteUrl: 'http://127.0.0.1', image: () => null }
