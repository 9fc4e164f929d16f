import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { on } from '#kernel/event.ts'
import { job, perform } from '#kernel/job.ts'
import { sectionsChanged } from '#features/admin/site-settings/site-settings.events.ts'
import { applySection } from './hidden-posts.store.ts'

const postSections = ['feed', 'blog'] as const

const applySections = job('posts.apply-sections', {
  summary: () => t('Hide or show the posts of a section'),
  key: () => '',
  queue: 'posts.apply-sections',
})

/** Posts per transaction: about a second of work, because the search reindexes posts that are shown again. */
const batchSize = 500

/** Withholds posts of sections that are off, or unhides them, and queues the next batch. Each batch follows the
 *  settings at that time, so it can be repeated, and sections can be changed again before it ends. */
export const sectionWorkers = [
  perform(applySections, async ({ db, announce }) => {
    for (const section of postSections) {
      const count = await inTransaction(db, (tx) => applySection(tx, section, batchSize))
      if (count > 0) await announce('posts', 'tags')
      if (count === batchSize) await applySections.enqueue(db, {})
    }
  }),
]

export const sectionSubscriptions = [
  on(sectionsChanged, async ({ db }, { before, off }) => {
    if (postSections.some((section) => before.includes(section) !== off.includes(section)))
      await applySections.enqueue(db, {})
  }),
]
