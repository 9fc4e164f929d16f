import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type DemoPart, daysBefore } from '#kernel/demo.ts'
import { insertPage } from './site-pages.store.ts'

/** In navigation order. */
const demoPages = [
  { slug: 'about', title: 'About', daysAgo: 80, changedDaysAgo: 23 },
  { slug: 'uses', title: 'Uses', daysAgo: 61, changedDaysAgo: 9 },
]

/** Creates the site's pages, with its owner as their author. */
export const sitePagesDemo: DemoPart = async (demo) => {
  const { db, markdown } = demo.ctx
  const [owner] = demo.members
  if (!owner) throw new Error('The demo has no members')
  for (const { slug, title, daysAgo, changedDaysAgo } of demoPages) {
    const content = (await readFile(path.join(import.meta.dirname, 'demo', `${slug}.md`), 'utf8')).trim()
    const rendered = await markdown.render(content, { isArticle: true })
    const times = { createdAt: daysBefore(demo, daysAgo), updatedAt: daysBefore(demo, changedDaysAgo) }
    const input = { slug, title, content, isInNavigation: true, isPublished: true }
    await insertPage(db, { authorId: owner.id, ...times }, input, rendered)
  }
}
