import { randomBytes } from 'node:crypto'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { found } from '#kernel/errors.ts'
import { created } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { getInvitationTree } from './invitation-tree.contract.ts'
import { findInvitationTree } from './invitation-tree.store.ts'
import { createInvitation, getInvitation, getInvitations, revokeInvitation } from './invitations.contract.ts'
import { findUsableInvitation, insertInvitation, listInvitations, revokeInvitationLink } from './invitations.store.ts'

export const registrationRoutes = [
  implement(getInvitations, ({ ctx, query }) => listInvitations(ctx.db, query)),
  implement(getInvitationTree, ({ ctx, query }) => findInvitationTree(ctx.db, query.q)),
  implement(createInvitation, async ({ ctx, body, member }) => {
    const token = randomBytes(24).toString('base64url')
    const invitation = await inTransaction(ctx.db, async (db) => {
      const made = await insertInvitation(db, { ...body, token, createdBy: member.id })
      await audit(db, { action: 'invitation.created', actor: member.id, target: targetOf(made.id), details: body })
      return made
    })
    return created({ invitation, token })
  }),
  implement(revokeInvitation, async ({ ctx, params: { id }, member }) => {
    await inTransaction(ctx.db, async (db) => {
      const isChanged = found(await revokeInvitationLink(db, id), 'Invitation')
      if (isChanged) await audit(db, { action: 'invitation.revoked', actor: member.id, target: targetOf(id) })
    })
    return null
  }),
  implement(getInvitation, async ({ ctx, params: { token } }) =>
    found(await findUsableInvitation(ctx.db, token), 'Invitation'),
  ),
]

const targetOf = (id: number) => `invitation ${id}`
