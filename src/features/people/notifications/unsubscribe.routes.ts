import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { plainPage } from '#kernel/plain-page.ts'
import { unsubscribe } from './notification-settings.contract.ts'
import { endDigests } from './notification-settings.store.ts'
import { memberOfToken } from './unsubscribe-links.ts'

export const unsubscribeRoutes = [
  implement(unsubscribe, async ({ ctx, query, request }) => {
    const memberId = await memberOfToken(ctx, query.token)
    if (memberId === null)
      throw new AppError('not_found', t('This link is incomplete. Open the complete link from the email.'))
    await endDigests(ctx.db, memberId)
    return request.headers.get('accept')?.includes('text/html') ? donePage() : null
  }),
]

/** Shown in browsers without JavaScript. Not a redirect, because mail programs must not be redirected. */
const donePage = () => plainPage(t('Unsubscribed'), `<p>${t('You will no longer receive the daily email.')}</p>`)
