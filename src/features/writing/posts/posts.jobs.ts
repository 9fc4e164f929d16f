import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job } from '#kernel/job.ts'

/** For posts whose Markdown has not changed but whose HTML depends on something that has. */
export const renderPostsAgain = job('posts.render-again', {
  summary: () => t('Re-render posts whose previews have changed'),
  payload: z.object({ postIds: z.array(z.int()) }),
})
