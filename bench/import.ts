import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { root } from '../scripts/built.ts'
import { leanFlags } from '../scripts/lean-flags.mjs'
import type { RunningSite } from '#tests/support/site.ts'
import { peakMemoryMbOf } from './process.ts'
import { msOf, type Row } from './row.ts'

const posts = 10_000
const paragraph = 'Enough words for an article, which must have at least fifty characters. '
const content = `${Array.from({ length: 10 }, (_, index) => `${paragraph.repeat(2)}[link](https://example.org/${index})`).join('\n\n')}\n`

/** Compares importing 10,000 Markdown files into a running site with rendering the same texts, and measures the
 *  memory of the importing process. */
export async function measureImport({ dataDir }: RunningSite): Promise<Row[]> {
  const folder = path.join(dataDir, 'bench-import')
  fs.mkdirSync(folder)
  for (let number = 0; number < posts; number++)
    fs.writeFileSync(
      path.join(folder, `${number}.md`),
      `---\ntitle: Number ${number}\ndate: 2020-01-01\ntags: [tag-${number % 300}]\n---\n\n${content}`,
    )
  const { ms: importMs, peakMb } = await runImport(dataDir, folder)
  const options = { siteUrl: 'http://devstead.test', image: () => null, isArticle: true, withLines: true }
  const startedMs = performance.now()
  for (let number = 0; number < posts; number++) renderMarkdown(content, options)
  const renderMs = performance.now() - startedMs
  return [
    {
      name: 'import of 10,000 posts, as a multiple of rendering them',
      // A machine that renders 10,000 posts in 4 s imports them in 2 minutes at this limit; the goal is 5 minutes.
      value: importMs / renderMs,
      limit: { atMost: 30 },
      info: msOf(importMs, renderMs, 'once'),
    },
    ...(peakMb === null
      ? []
      : [{ name: 'peak memory of the import of 10,000 posts, MB', value: peakMb, limit: { atMost: 400 } }]),
    ...(await mastodonRows(dataDir)),
  ]
}

/** Measures the memory needed to check a Mastodon archive, whose posts are all in one file. */
async function mastodonRows(dataDir: string): Promise<Row[]> {
  const folder = path.join(dataDir, 'bench-mastodon')
  fs.mkdirSync(folder)
  const actor = 'https://social.example/users/ann'
  const orderedItems = Array.from({ length: posts }, (_, number) => {
    const id = `${actor}/statuses/${number}`
    const published = new Date(Date.UTC(2020, 0, 1) + number * 3_600_000).toISOString()
    const html = `<p>${paragraph.repeat(6)}<a href="https://example.org/${number}">link</a></p>`
    const object = { id, url: id, type: 'Note', published, content: html, contentMap: { en: html }, inReplyTo: null }
    const to = ['https://www.w3.org/ns/activitystreams#Public']
    const sent = { actor, published, to, cc: [`${actor}/followers`] }
    return { ...sent, id: `${id}/activity`, type: 'Create', object: { ...object, ...sent, attachment: [], tag: [] } }
  })
  const files = {
    'actor.json': { id: actor, type: 'Person', preferredUsername: 'ann', url: 'https://social.example/@ann' },
    'outbox.json': { type: 'OrderedCollection', totalItems: posts, orderedItems },
  }
  for (const [name, content] of Object.entries(files))
    fs.writeFileSync(path.join(folder, name), JSON.stringify(content))
  const { peakMb } = await runImport(dataDir, folder, '--dry-run')
  return peakMb === null
    ? []
    : [
        {
          name: 'peak memory of checking a Mastodon archive of 10,000 posts, MB',
          value: peakMb,
          limit: { atMost: 400 },
        },
      ]
}

/** Peak memory is only known on Linux. */
async function runImport(
  dataDir: string,
  folder: string,
  ...options: string[]
): Promise<{ ms: number; peakMb: number | null }> {
  const startedMs = performance.now()
  const script = path.join(root, 'scripts/import.ts')
  const child = spawn(process.execPath, [...leanFlags, script, '--member', 'member2', ...options, folder], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peakMb: number | null = null
  const watch = setInterval(() => (peakMb = peakMemoryMbOf(child.pid!) ?? peakMb), 200)
  await once(child, 'exit')
  clearInterval(watch)
  if (child.exitCode !== 0) throw new Error(`The import failed with code ${child.exitCode}.`)
  return { ms: performance.now() - startedMs, peakMb }
}
