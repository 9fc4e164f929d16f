import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import type { EnqueueOptions } from '#kernel/jobs.store.ts'
import { listOutdatedPages, type OutdatedPage, savePageRendering } from './site-pages.store.ts'

const renderOutdated = job('site-pages.render', { summary: () => t('Re-render pages'), key: () => '' })
/** Pages per job: a few seconds of work, to keep shutdown fast. */
const batchSize = 50

/** Queues pages rendered by an earlier version of the renderer. */
export const enqueuePageRenderings = ({ db }: Pick<Context, 'db'>, options?: Pick<EnqueueOptions, 'delayMs'>) =>
  renderOutdated.enqueue(db, {}, options)

/** Renders a batch of outdated pages, and queues the next one. */
export const sitePageWorkers = [
  perform(renderOutdated, async (ctx) => {
    const outdated = await listOutdatedPages(ctx.db, batchSize)
    for (const page of outdated) await savePageRendering(ctx.db, page, await rendered(ctx, page))
    if (outdated.length > 0) await ctx.announce('pages')
    if (outdated.length === batchSize) await enqueuePageRenderings(ctx)
  }),
]

/** Renders the page. Returns null if it can never be rendered. */
async function rendered({ markdown, log }: Pick<Context, 'markdown' | 'log'>, { id, content }: OutdatedPage) {
  try {
    return await markdown.render(content, { isArticle: true })
  } catch (err) {
    if (!(err instanceof AppError && err.code === 'invalid_input')) throw err // the job is retried
    log.warn({ err, page: id }, 'site-pages: a page could not be rendered again and was left unchanged')
    return null
  }
}
