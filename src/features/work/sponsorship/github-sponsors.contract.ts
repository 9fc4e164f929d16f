import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { deliveryHeaders } from '#features/work/github/github-webhook.contract.ts'

export const notTheOwner = () =>
  t('Only the site’s owner can sync sponsors, because the site uses the owner’s GitHub token.')
/** `count`: active sponsors on GitHub. */
const SponsorSyncAnswer = z.object({ count: z.int(), message: z.string() })

/** Returns 202 and ignores unknown events. */
export const receiveGithubSponsorship = endpoint('POST /api/webhooks/github-sponsors', {
  summary: 'Receive a sponsorship event from GitHub',
  access: 'anyone',
  headers: deliveryHeaders,
  body: media('application/json'),
  answer: media('application/json'),
})
export const syncGithubSponsors = endpoint('POST /api/sponsors/sync', {
  summary: 'Sync your sponsors from GitHub',
  access: 'writer',
  answer: SponsorSyncAnswer,
  limits: [perMember('sponsor-sync', 5, 300)],
})
