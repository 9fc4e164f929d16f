import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one } from '#kernel/db.ts'
import { everyPage, type Named } from '#tests/support/every-page.ts'
import { htmlFaults } from '#tests/support/html.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'
import { fillDemo } from './demo/fill-demo.ts'

const limitMs = 600_000

test(
  'sends valid HTML for every page on a site with content',
  async () => {
    const { ctx, db, ask } = await servedSite()
    await fillDemo(ctx)
    const named = await one<Named>(db)`
      select (select username from members where role = 'admin') as username,
        (select post_id from comments group by 1 order by count(*) desc limit 1) as post,
        (select id from posts where is_long_form order by id limit 1) as article,
        (select id from projects order by id limit 1) as project,
        (select id from livestreams order by id limit 1) as livestream, 1 as recording,
        (select name from tags order by post_count desc, name limit 1) as tag`
    const found: string[] = []
    for (const path of everyPage(named!)) {
      const { text } = await ask(path)
      found.push(...(await htmlFaults(text)).map((fault) => `${path}: ${fault}`))
    }
    assert.deepEqual(found, [])
  },
  limitMs,
)
