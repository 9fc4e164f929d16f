import { AppError } from '#kernel/errors.ts'
import { formFields, isOwnForm } from '#kernel/form-post.ts'
import type { Call } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { t } from '#messages/messages.ts'
import { chooseLanguage, LanguageChoice, languageCookie, saveLanguage } from './languages.contract.ts'
import { saveMemberLanguage } from './member-languages.store.ts'

const maxAgeSeconds = 365 * 24 * 60 * 60

export const languageRoutes = [
  implement(chooseLanguage, async (call) => {
    if (!isOwnForm(call) && !hasNoOrigin(call))
      throw new AppError('forbidden', t('Choose a language on a page of this site.'))
    const { language, path } = LanguageChoice.parse(await formFields(call.request, t('The form is too long.')))
    const { siteUrl } = call.ctx
    const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
    const cookie = `${languageCookie}=${language}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
    const headers = {
      location: ownPath(path || (call.request.headers.get('referer') ?? ''), siteUrl),
      'set-cookie': cookie,
    }
    return new Response(null, { status: 303, headers })
  }),
  implement(saveLanguage, async ({ ctx, member, body }) => {
    await saveMemberLanguage(ctx.db, member.id, body.language)
    return null
  }),
]

/** Reports whether the request is from a page that sends no referrer, and hence no origin. Another site could send such a
 *  form from a sandbox, but only change the language. */
const hasNoOrigin = ({ request: { headers } }: Pick<Call<unknown>, 'request'>): boolean =>
  headers.get('origin') === 'null' && /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '')

/** Returns the URL's path and query as browsers send them, or the home page for URLs of other sites. */
function ownPath(path: string, siteUrl: string): string {
  const url = URL.parse(path, siteUrl)
  const isOwn = url?.origin === new URL(siteUrl).origin && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search : '/'
}
