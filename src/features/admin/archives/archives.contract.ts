import * as z from 'zod/mini'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'

/** How long a single-use link is valid. */
export const linkMinutes = 5

/** `url` is a path on this site. */
const ArchiveLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() })

export const createArchiveLink = endpoint('POST /api/account/archive', {
  summary: 'Create a single-use link to download your archive',
  access: 'member',
  answer: ArchiveLink,
  creates: true,
  limits: [perMember('archives', 10, 60 * 60)],
  needsRecentProof: true,
})
/** Browsers send no bearer token with a download: the link itself identifies the member. The link's secret is in the
 *  query, which is not logged. */
export const downloadArchive = endpoint('GET /api/account/archive', {
  summary: 'Download an archive',
  access: 'anyone',
  query: z.object({ link: z._default(z.string(), '') }),
  answer: media('application/zip'),
})
