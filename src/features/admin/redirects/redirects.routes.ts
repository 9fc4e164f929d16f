import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { created } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { isProblem, parseRedirect, type RedirectPair, type RedirectRule } from './redirect-rules.contract.ts'
import {
  createRedirect,
  deleteRedirect,
  getRedirects,
  pasteRedirects,
  type PasteResult,
  updateRedirect,
} from './redirects.contract.ts'
import { findRedirect, listRedirects, removeRedirect } from './redirects.store.ts'
import { addRedirects, changeRedirect } from './save-redirects.ts'

export const redirectRoutes = [
  implement(getRedirects, ({ query, ctx }) => listRedirects(ctx.db, query)),
  implement(createRedirect, async ({ body, member, ctx: { db, siteUrl } }) => {
    const rule = ruleOf(body, siteUrl)
    const id = await inTransaction(db, async (tx) => {
      const { ids, unchanged, rejected } = await addRedirects(tx, [rule], { siteUrl, memberId: member.id })
      const message =
        rejected.get(rule) ??
        (unchanged.length > 0 ? t('There is already a redirect from {from}.', { from: rule.from }) : null)
      if (message !== null) throw conflict(message)
      await audit(tx, { action: 'redirect.created', actor: member.id, target: rule.from })
      return ids[0]!
    })
    return created(found(await findRedirect(db, id), 'Redirect'))
  }),
  implement(updateRedirect, async ({ params: { id }, body, member, ctx: { db, siteUrl } }) => {
    found(await findRedirect(db, id), 'Redirect')
    const rule = ruleOf(body, siteUrl)
    await inTransaction(db, async (tx) => {
      const message = await changeRedirect(tx, id, rule, { siteUrl, memberId: member.id })
      if (message !== null) throw conflict(message)
      await audit(tx, { action: 'redirect.changed', actor: member.id, target: rule.from })
    })
    return found(await findRedirect(db, id), 'Redirect')
  }),
  implement(deleteRedirect, async ({ params, member, ctx }) => {
    await inTransaction(ctx.db, async (tx) => {
      const { from } = found(await findRedirect(tx, params.id), 'Redirect')
      found((await removeRedirect(tx, params.id)) || null, 'Redirect')
      await audit(tx, { action: 'redirect.deleted', actor: member.id, target: from })
    })
    return null
  }),
  implement(pasteRedirects, async ({ body, member, ctx: { db, siteUrl } }): Promise<PasteResult> => {
    const { redirectLinesIn } = await import('./redirect-lines.ts')
    const lines = redirectLinesIn(body.text).map(({ line, text, redirect }) => ({
      line,
      text,
      parsed: 'message' in redirect ? redirect : parseRedirect(redirect, siteUrl),
    }))
    const rules = lines.flatMap(({ parsed }) => ('message' in parsed ? [] : [parsed]))
    const saved = await inTransaction(db, async (tx) => {
      const added = await addRedirects(tx, rules, { siteUrl, memberId: member.id })
      const details = { redirects: added.ids.length }
      if (details.redirects > 0) await audit(tx, { action: 'redirect.created', actor: member.id, details })
      return added
    })
    const rejected = lines.flatMap(({ parsed, ...line }) => {
      const message = 'message' in parsed ? parsed.message : saved.rejected.get(parsed)
      return message === undefined ? [] : [{ ...line, message }]
    })
    return { added: saved.ids.length, unchanged: saved.unchanged.length, rejected }
  }),
]

/** @throws AppError invalid_input, with the field */
function ruleOf(pair: RedirectPair, siteUrl: string): RedirectRule {
  const parsed = parseRedirect(pair, siteUrl)
  if (!isProblem(parsed)) return parsed
  const { field, message } = parsed
  throw new AppError('invalid_input', message, { issues: [{ path: field, message }] })
}

const conflict = (message: string) => new AppError('conflict', message)
