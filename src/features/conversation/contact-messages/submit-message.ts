import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import type { Call, Member } from '#kernel/http.ts'
import { enforceLimits, tooMany } from '#kernel/limits.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { renderComment } from '#kernel/markdown/render-comment.ts'
import { emailMessage } from './contact-mail.ts'
import { MessageInput } from './contact-messages.contract.ts'
import { findOwner, insertMessage } from './contact-messages.store.ts'

const limits = [perAddress('contact messages', 3, 60), perAddress('contact messages per hour', 10, 3600)]
const ofSite = { name: 'contact messages of the site', max: 200, perSeconds: 3600 }

export type Submission = Pick<Call<Member | null>, 'ctx' | 'member' | 'ip' | 'consume'>

/** Saves a message for the site's owner. Messages from blocked authors go to Spam. Messages that look automated are not
 *  emailed. The sender cannot tell the difference. `body`: unvalidated input. @throws AppError not_found while the form
 *  is off, rate_limited, invalid_input */
export async function submitMessage(call: Submission, body: unknown): Promise<void> {
  const { ctx, member, ip, consume } = call
  if (!ctx.siteSettings.now.settings.contactForm) throw new AppError('not_found', t('This site has no contact form.'))
  await enforceLimits(call, limits)
  const fields = MessageInput.parse(body)
  const owner = found(await findOwner(ctx.db), 'Owner')
  const { links } = await renderComment(fields.message, ctx.siteUrl)
  const submitted = { member, ip, ownerId: owner.id, links, email: fields.email, fields }
  const { isBlocked, doubts } = await ctx.spamRules.judge(ctx, submitted)
  const waitSeconds = await consume(ofSite, 'site')
  if (waitSeconds !== null) throw tooMany(waitSeconds)
  await inTransaction(ctx.db, async (db) => {
    const id = await insertMessage(db, { ...fields, folder: isBlocked ? 'spam' : 'inbox', doubts })
    if (ctx.mailer && !isBlocked && doubts.length === 0) await emailMessage.enqueue(db, { id })
  })
}
