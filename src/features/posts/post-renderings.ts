import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { lookAtCardsOf, mayHaveCards } from '#features/github-cards/github-cards.contract.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import type { JobSet } from '#kernel/jobs.ts'
import { PostsToRender, renderAgainTask } from './posts.contract.ts'
import {
  keepRendering,
  keepVersionRendering,
  listOutdatedPosts,
  listOutdatedVersions,
  type OutdatedPost,
  outdatePosts,
} from './post-renderings.store.ts'

type Parts = Pick<Context, 'db' | 'log' | 'markdown' | 'announce'>

const task = 'posts.render'
/** Posts and earlier versions of one job: some seconds of work, so that a process that stops need not wait for long. */
const batchSize = 100

/** Has the posts rendered anew that another version of the renderer has made, and what they were before. Asked for by
 *  several at once it is done once. */
export const enqueueRenderings = ({ db }: Pick<Context, 'db'>) => enqueue(db, task, {}, { key: task })

/** Renders a batch of outdated posts, then of versions, and has the next one done by another job. */
export const renderingJobs = (parts: Parts): JobSet => ({
  tasks: {
    [task]: async () => {
      const outdated = await listOutdatedPosts(parts.db, batchSize)
      for (const post of outdated) {
        await keepRendering(parts.db, post, await rendered(parts, post))
        if (post.renderVersion > 0 && mayHaveCards(post.content)) await enqueue(parts.db, ...lookAtCardsOf(post.id))
      }
      if (outdated.length > 0) await parts.announce('posts')
      const versions = await listOutdatedVersions(parts.db, batchSize - outdated.length)
      for (const version of versions) {
        const anew = await rendered(parts, { ...version, id: version.postId })
        await keepVersionRendering(parts.db, version, anew)
      }
      if (outdated.length + versions.length === batchSize) await enqueueRenderings(parts)
    },
    [renderAgainTask]: async (payload) => {
      await outdatePosts(parts.db, PostsToRender.parse(payload).postIds)
      await enqueueRenderings(parts)
    },
  },
})

/** The post as the present renderer shows it; null when it refuses it, and then for good. */
async function rendered(
  { markdown, log }: Parts,
  { id, content, isLongForm }: Pick<OutdatedPost, 'id' | 'content' | 'isLongForm'>,
) {
  try {
    return await markdown.render(content, { isArticle: isLongForm })
  } catch (err) {
    if (!(err instanceof AppError && err.code === 'invalid_input')) throw err // the job is tried again
    log.warn({ err, post: id }, 'posts: a post could not be rendered anew and stays as it was')
    return null
  }
}
