import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { loopMessage, loopsAmong } from './redirect-loops.contract.ts'
import { isProblem, parseRedirect, type RedirectPair, type RedirectRule } from './redirect-rules.contract.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    redirects: true
  }
}

/** The maximum number of redirects: every process keeps them all in memory. */
export const maxRedirects = 50_000

/** A redirect. `origin`: entered by an administrator, or created by an import. `username`: who last saved it; null for
 *  imports and deleted members. */
export const Redirect = z.object({
  id: Id,
  from: z.string(),
  to: z.string(),
  origin: z.enum(['manual', 'import']),
  username: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Redirect = z.infer<typeof Redirect>

export const RedirectList = z.object({ redirects: z.array(Redirect), ...pageFields })
export type RedirectList = z.infer<typeof RedirectList>

/** `q`: part of the old path or the target. */
export const RedirectQuery = z.extend(PageQuery, {
  q: z.optional(z.string().check(z.maxLength(200, 'q must be at most 200 characters'))),
})
export type RedirectQuery = z.infer<typeof RedirectQuery>

const text = (field: string, maxLength: number) =>
  z
    .string({ error: () => t('{field} must be text', { field }) })
    .check(z.maxLength(maxLength, { error: () => t('{field} is too long', { field }) }))
/** Accepts the longest URL with some whitespace around it; the rules are in `parseRedirect`. */
export const RedirectInput = z.object({ from: text('from', 4000), to: text('to', 4000) })

/** Largest pasted text: about 10,000 lines. */
export const maxPastedLength = 1_000_000
const Pasted = z.object({ text: text('text', maxPastedLength) })

/** The result of pasting lines. `unchanged`: redirects that already exist. */
export const PasteResult = z.object({
  added: z.int().check(z.gte(0)),
  unchanged: z.int().check(z.gte(0)),
  rejected: z.array(z.object({ line: z.int().check(z.gte(1)), text: z.string(), message: z.string() })),
})
export type PasteResult = z.infer<typeof PasteResult>

const limits = [perMember('redirects', 120, 60)]

export const getRedirects = endpoint('GET /api/admin/redirects', {
  summary: 'List redirects',
  access: 'admin',
  query: RedirectQuery,
  answer: RedirectList,
})
export const createRedirect = endpoint('POST /api/admin/redirects', {
  summary: 'Add a redirect',
  access: 'admin',
  body: RedirectInput,
  answer: Redirect,
  creates: true,
  limits,
  changes: ['redirects'],
})
export const updateRedirect = endpoint('PUT /api/admin/redirects/:id', {
  summary: 'Change a redirect',
  access: 'admin',
  params: { id: IdText },
  body: RedirectInput,
  answer: Redirect,
  limits,
  changes: ['redirects'],
})
export const deleteRedirect = endpoint('DELETE /api/admin/redirects/:id', {
  summary: 'Delete a redirect',
  access: 'admin',
  params: { id: IdText },
  answer: z.null(),
  limits,
  changes: ['redirects'],
})
/** Adds each valid line: `/from /to`, a line from a Netlify `_redirects` file, or `from,to`. */
export const pasteRedirects = endpoint('POST /api/admin/redirects/lines', {
  summary: 'Add redirects from text, one per line',
  access: 'admin',
  body: Pasted,
  maxBodyBytes: 4 * 1024 * 1024,
  answer: PasteResult,
  limits: [perMember('pasted redirects', 20, 60)],
  changes: ['redirects'],
})

/** Returns the redirects that an import cannot create, with the reason: those that are invalid, and those that would
 *  lead back to themselves. Ignores the site's existing redirects. */
export function rejectedRedirects(
  pairs: readonly RedirectPair[],
  siteUrl: string,
): { pair: RedirectPair; message: string }[] {
  const parsed = pairs.map((pair) => ({ pair, rule: parseRedirect(pair, siteUrl) }))
  const valid = [
    ...new Map(parsed.flatMap(({ rule }) => (isProblem(rule) ? [] : [[rule.matchKey, rule] as const]))).values(),
  ]
  const loops = loopsAmong([], valid, siteUrl)
  const messageOf = (rule: RedirectRule) => {
    const loop = loops.get(rule)
    return loop && loopMessage(rule, loop)
  }
  return parsed.flatMap(({ pair, rule }) => {
    const message = isProblem(rule) ? rule.message : messageOf(rule)
    return message === undefined ? [] : [{ pair, message }]
  })
}
