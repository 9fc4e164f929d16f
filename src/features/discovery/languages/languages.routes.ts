import { AppError } from '#kernel/errors.ts'
import { formFields, isOwnForm } from '#kernel/form-post.ts'
import { implement } from '#kernel/implement.ts'
import { browserLanguage, chooseLanguage, LanguageChoice, languageCookie } from './languages.contract.ts'

const maxAgeSeconds = 365 * 24 * 60 * 60

export const languageRoutes = [
  implement(chooseLanguage, async (call) => {
    if (!isOwnForm(call)) throw new AppError('forbidden', 'Choose a language on a page of this site.')
    const { language, path } = LanguageChoice.parse(await formFields(call.request, 'form'))
    const maxAge = language === browserLanguage ? 0 : maxAgeSeconds
    const secure = call.ctx.siteUrl.startsWith('https:') ? '; Secure' : ''
    const cookie = `${languageCookie}=${language}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
    return new Response(null, { status: 303, headers: { location: path, 'set-cookie': cookie } })
  }),
]
