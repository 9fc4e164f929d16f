import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job } from '#kernel/job.ts'

export const scanGithubLinks = job('github-cards.look', {
  summary: () => t('Find the GitHub links in a post'),
  payload: z.object({ postId: z.int() }),
  key: ({ postId }) => String(postId),
  callsOut: true,
})
