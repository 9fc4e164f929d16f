import { randomBytes } from 'node:crypto'
import { AppError } from '#kernel/errors.ts'
import { asAnyone, asMember, created, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { archiveEntries } from './archive-entries.ts'
import { addArchiveLink, takeArchiveLink } from './archive-links.store.ts'
import { type ArchiveLink, archivePath, linkMinutes } from './archives.contract.ts'
import { zipStream } from './zip-stream.ts'

const archiveLimit = perMember('archives', 10, 60 * 60)

export const archiveRoutes = [
  route(
    'POST',
    archivePath,
    asMember(async ({ ctx, member, request }) => {
      const who = await ctx.identity.identify(request.headers.get('authorization') ?? undefined)
      const secret = randomBytes(32).toString('base64url')
      const expiresAt = new Date(ctx.clock.now() + linkMinutes * 60 * 1000)
      await addArchiveLink(ctx.db, secret, { memberId: member.id, email: who?.email ?? '' }, expiresAt)
      const link: ArchiveLink = { url: `${archivePath}?link=${secret}`, expiresAt: expiresAt.toISOString() }
      return created(link)
    }),
    { limits: [archiveLimit], needsRecentProof: true },
  ),
  // Browsers send no bearer token with a download: the link itself says whose it is. It stands in the query, which is not
  // logged.
  route(
    'GET',
    archivePath,
    asAnyone(async ({ ctx, query, request }) => {
      if (request.method !== 'GET') throw new AppError('method_not_allowed', 'This address answers GET only.')
      const owner = await takeArchiveLink(ctx.db, query['link'] ?? '', ctx.clock.now())
      if (!owner) throw new AppError('not_found', linkSpent)
      const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
      return new Response(zipStream(archiveEntries(ctx, owner)), {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${owner.username}-archive-${day}.zip"`,
        },
      })
    }),
  ),
]

const linkSpent = 'This link has been used, or it is too old. Please ask for your archive again, in the settings.'
