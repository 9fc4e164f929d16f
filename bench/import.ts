import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { root } from '../scripts/built.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { msOf, type Row } from './row.ts'

const posts = 5000
const paragraph = 'Enough words for an article, which must have at least fifty characters. '
const content = `${Array.from({ length: 10 }, (_, index) => `${paragraph.repeat(2)}[link](https://example.org/${index})`).join('\n\n')}\n`

/** Compares importing 5,000 Markdown files into a running site with only rendering the same texts. */
export function measureImport({ dataDir }: RunningSite): Row[] {
  const folder = path.join(dataDir, 'bench-import')
  fs.mkdirSync(folder)
  for (let number = 0; number < posts; number++)
    fs.writeFileSync(
      path.join(folder, `${number}.md`),
      `---\ntitle: Number ${number}\ndate: 2020-01-01\n---\n\n${content}`,
    )
  const importMs = timeMs(() =>
    execFileSync(process.execPath, [path.join(root, 'scripts/import.ts'), '--member', 'member2', folder], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const options = { siteUrl: 'http://devstead.test', image: () => null, isArticle: true, withLines: true }
  const renderMs = timeMs(() => {
    for (let number = 0; number < posts; number++) renderMarkdown(content, options)
  })
  return [
    {
      name: 'import of 5,000 posts, as a multiple of rendering them',
      value: importMs / renderMs,
      limit: { atMost: 10 },
      info: msOf(importMs, renderMs, 'once'),
    },
  ]
}

function timeMs(work: () => unknown): number {
  const startedMs = performance.now()
  work()
  return performance.now() - startedMs
}
