import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { AppError, found } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { type AdminMemberList, endMemberSessions, getAdminMembers } from './members.contract.ts'
import { countAdminMembers, findMemberAccount, listAdminMembers } from './members.store.ts'

export const adminMemberRoutes = [
  implement(getAdminMembers, async ({ ctx, query, member }) => {
    const total = await countAdminMembers(ctx.db, query)
    const rows = await listAdminMembers(ctx.db, query, total)
    const listed = rows.slice(0, query.limit)
    const pictureBytes = await ctx.pictureUsage.ofMembers(
      ctx.db,
      listed.map(({ id }) => id),
    )
    return {
      members: listed.map(({ lastActiveAt, createdAt, ...row }) => ({
        ...row,
        lastActiveAt: lastActiveAt?.toISOString() ?? null,
        pictureBytes: pictureBytes.get(row.id) ?? 0,
        createdAt: createdAt.toISOString(),
      })),
      next: rows.length > query.limit ? listed.at(-1)!.id : null,
      total,
      hasAccounts: ctx.identity.sessions !== undefined,
      ownership: await ownershipOf(ctx, member.id),
    }
  }),
  implement(endMemberSessions, async ({ ctx: { db, identity }, params: { id }, member }) => {
    const { issuer, subject } = found(await findMemberAccount(db, id), 'Member')
    if (!identity.sessions || issuer !== identity.issuer) throw new AppError('not_implemented', accountElsewhere())
    await identity.sessions.endAll(subject)
    await audit(db, { action: 'member.signed_out', actor: member.id, subjectId: id })
    return null
  }),
]

const accountElsewhere = (): string => t('The sign-in service manages this member’s sessions. Sign them out there.')

async function ownershipOf({ db, site }: Context, memberId: number): Promise<AdminMemberList['ownership']> {
  const account = await findMemberAccount(db, memberId)
  if (!account?.isOwner) return 'not_owner'
  return site.ownerUsername === null ? 'transferable' : 'fixed'
}
