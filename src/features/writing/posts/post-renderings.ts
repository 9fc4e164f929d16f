import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import type { EnqueueOptions } from '#kernel/jobs.store.ts'
import { postRendered } from './posts.events.ts'
import { renderPostsAgain } from './posts.jobs.ts'
import {
  saveRendering,
  saveRevisionRendering,
  listOutdatedPosts,
  listOutdatedVersions,
  type OutdatedPost,
  outdatePosts,
} from './post-renderings.store.ts'

type Parts = Pick<Context, 'db' | 'log' | 'markdown' | 'announce'>

const renderOutdated = job('posts.render', { summary: () => t('Re-render posts'), key: () => '' })
/** Posts and revisions per job: a few seconds of work, to keep shutdown fast. */
const batchSize = 100

/** Queues posts and revisions rendered by an earlier version of the renderer. */
export const enqueueRenderings = ({ db }: Pick<Context, 'db'>, options?: Pick<EnqueueOptions, 'delayMs'>) =>
  renderOutdated.enqueue(db, {}, options)

/** Renders a batch of outdated posts, topped up with outdated revisions, and queues the next batch. */
export const renderingWorkers = [
  perform(renderOutdated, async (parts) => {
    const outdated = await listOutdatedPosts(parts.db, batchSize)
    for (const post of outdated) {
      const rendering = await rendered(parts, post)
      await inTransaction(parts.db, async (db) => {
        await saveRendering(db, post, rendering)
        if (rendering && post.renderVersion > 0) await parts.emit(db, postRendered, { ...post, ...rendering })
      })
    }
    if (outdated.length > 0) await parts.announce('posts')
    const versions = await listOutdatedVersions(parts.db, batchSize - outdated.length)
    for (const version of versions) {
      const rendering = await rendered(parts, { ...version, id: version.postId })
      await saveRevisionRendering(parts.db, version, rendering)
    }
    if (outdated.length + versions.length === batchSize) await enqueueRenderings(parts)
  }),
  perform(renderPostsAgain, async (parts, { postIds }) => {
    await outdatePosts(parts.db, postIds)
    await enqueueRenderings(parts)
  }),
]

/** Renders the post. Returns null if it can never be rendered. */
async function rendered(
  { markdown, log }: Parts,
  { id, content, isLongForm }: Pick<OutdatedPost, 'id' | 'content' | 'isLongForm'>,
) {
  try {
    return await markdown.render(content, { isArticle: isLongForm, hasHashtags: true })
  } catch (err) {
    if (!(err instanceof AppError && err.code === 'invalid_input')) throw err // the job is retried
    log.warn({ err, post: id }, 'posts: a post could not be rendered again and was left unchanged')
    return null
  }
}
