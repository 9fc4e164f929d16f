import * as z from 'zod/mini'
import { job } from '#kernel/job.ts'

/** For posts whose source stays the same but whose HTML depends on something that has changed. */
export const renderPostsAgain = job('posts.render-again', {
  summary: 'Render posts whose previews have changed',
  payload: z.object({ postIds: z.array(z.int()) }),
})
