import { randomBytes } from 'node:crypto'
import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { created } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { addArchiveLink, consumeArchiveLink } from './archive-links.store.ts'
import { createArchiveLink, downloadArchive, linkMinutes } from './archives.contract.ts'

export const archiveRoutes = [
  implement(createArchiveLink, async ({ ctx, member, request }) => {
    const who = await ctx.identity.identify(request.headers.get('authorization') ?? undefined)
    const secret = randomBytes(32).toString('base64url')
    const expiresAt = new Date(ctx.clock.now() + linkMinutes * 60 * 1000)
    await inTransaction(ctx.db, async (db) => {
      await addArchiveLink(db, secret, { memberId: member.id, email: who?.email ?? '' }, expiresAt)
      await audit(db, { action: 'archive.requested', actor: member.id, subjectId: member.id })
    })
    return created({ url: `${downloadArchive.path}?link=${secret}`, expiresAt: expiresAt.toISOString() })
  }),
  implement(downloadArchive, async ({ ctx, query, request }) => {
    if (request.method !== 'GET') throw new AppError('method_not_allowed', t('This URL only supports GET.'))
    const owner = await consumeArchiveLink(ctx.db, query.link, ctx.clock.now())
    if (!owner) throw new AppError('not_found', linkSpent())
    const { archiveEntries } = await import('./archive-entries.ts')
    const { zipStream } = await import('./zip-stream.ts')
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return new Response(zipStream(archiveEntries(ctx, owner)), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${owner.username}-archive-${day}.zip"`,
      },
    })
  }),
]

const linkSpent = (): string =>
  t('This link has expired or was already used. Request your archive again in the settings.')
