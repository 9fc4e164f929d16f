import * as z from 'zod/mini'
import { job } from '#kernel/job.ts'

/** For posts whose Markdown has not changed but whose HTML depends on something that has. */
export const renderPostsAgain = job('posts.render-again', {
  summary: 'Re-render posts whose previews have changed',
  payload: z.object({ postIds: z.array(z.int()) }),
})
