import { AppError } from '#kernel/errors.ts'
import { asAnyone, route } from '#kernel/http.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { plainPage } from '#kernel/plain-page.ts'
import { unsubscribePath } from './notification-settings.contract.ts'
import { endDigests } from './notification-settings.store.ts'
import { memberOfToken } from './unsubscribe-links.ts'

/** Ends the digests of whoever the link was sent to, as mail programs and the page at the same address ask for it: the
 *  page itself changes nothing, since mail filters open links. A second time changes nothing. Source: RFC 8058. */
export const unsubscribeRoutes = [
  route(
    'POST',
    unsubscribePath,
    asAnyone(async ({ ctx, query, request }) => {
      const memberId = await memberOfToken(ctx.db, query.token ?? '')
      if (memberId === null) throw new AppError('not_found', 'This link is not complete. Please use it as it was sent.')
      await endDigests(ctx.db, memberId)
      return request.headers.get('accept')?.includes('text/html') ? donePage() : null
    }),
    { limits: [perAddress('unsubscribe', 30, 60)] },
  ),
]

/** What a browser without scripts is shown: a redirection is nothing that mail programs should be sent. */
const donePage = () => plainPage('Unsubscribed', '<p>You will get no more digests by e-mail.</p>')
