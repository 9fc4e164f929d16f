import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { job, perform } from '#kernel/job.ts'
import { moveTag } from './tags.jobs.ts'
import { moveTaggedPosts, sweepTags } from './tags.store.ts'

const sweep = job('tags.sweep', { summary: () => t('Delete unused tags'), schedule: '53 3 * * *' })

/** Posts per transaction: a second of work, because the search reindexes each one. */
const batchSize = 200

export const tagWorkers = [
  perform(moveTag, async ({ db, announce }, { fromId, toId }) => {
    let moved: number
    do {
      moved = await inTransaction(db, (tx) => moveTaggedPosts(tx, fromId, toId, batchSize))
      if (moved > 0) await announce('posts', 'tags')
    } while (moved === batchSize)
  }),
  perform(sweep, ({ db }) => sweepTags(db)),
]
