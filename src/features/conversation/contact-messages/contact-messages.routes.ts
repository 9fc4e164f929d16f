import { t } from '#messages/messages.ts'
import type { Db } from '#kernel/db.ts'
import { found } from '#kernel/errors.ts'
import { isOwnForm } from '#kernel/form-post.ts'
import { allowed, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { jsonBody } from '#kernel/json-body.ts'
import { postForm } from './contact-form-post.ts'
import { changeMessage, deleteMessage, getMessages, sendMessage } from './contact-messages.contract.ts'
import { findOwner, listMessages, removeMessage, updateMessage } from './contact-messages.store.ts'
import { submitMessage } from './submit-message.ts'

export const contactMessageRoutes = [
  implement(sendMessage, async (call) => {
    if (isOwnForm(call)) return postForm(call)
    await submitMessage(call, await jsonBody(call.request))
    return null
  }),
  implement(getMessages, async ({ ctx: { db }, member, query }) => {
    await requireOwner(db, member)
    return listMessages(db, query)
  }),
  implement(changeMessage, async ({ ctx: { db }, member, params, body }) => {
    await requireOwner(db, member)
    return found(await updateMessage(db, params.id, body), 'Message')
  }),
  implement(deleteMessage, async ({ ctx: { db }, member, params }) => {
    await requireOwner(db, member)
    found((await removeMessage(db, params.id)) || null, 'Message')
    return null
  }),
]

/** @throws AppError forbidden */
async function requireOwner(db: Db, member: Member): Promise<void> {
  allowed((await findOwner(db))?.id === member.id, t('Only the owner of this site can read its messages.'))
}
