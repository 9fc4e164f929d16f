import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perAddress } from '#kernel/limits.contract.ts'

const address = (name: string) =>
  z
    .string({ error: () => t('{name} is missing.', { name }) })
    .check(
      z.maxLength(2000, { error: () => t('{name} is longer than 2,000 characters.', { name }) }),
      z.refine(isWebAddress, { error: () => t('{name} must be an http or https URL.', { name }) }),
    )

function isWebAddress(text: string): boolean {
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null
  return url !== null && !url.username && !url.password
}

/** The form that senders post. Both URLs are stored exactly as sent. Source: Webmention, 3.1.3 */
export const WebmentionInput = z.object({ source: address('source'), target: address('target') })

/** The status of a webmention, for its sender. `held`: verified, but not approved. */
const SubmittedWebmention = z.object({
  source: z.string(),
  target: z.string(),
  state: z.enum(['waiting', 'verified', 'held', 'refused', 'gone']),
  message: z.string(),
  receivedAt: z.iso.datetime(),
})
export type SubmittedWebmention = z.infer<typeof SubmittedWebmention>

/** The handler reads the form (`WebmentionInput`). Errors are also plain text or a page, unless the caller accepts
 *  JSON. */
export const submitWebmention = endpoint('POST /webmention', {
  summary: 'Submit a webmention',
  access: 'anyone',
  headers: { accept: 'text/html for a page, application/json for errors as JSON' },
  body: media('application/x-www-form-urlencoded'),
  answer: media('text/plain'),
  alternatives: [media('text/html')],
  limits: [perAddress('webmentions', 60, 60)],
})
export const getWebmentionForm = endpoint('GET /webmention', {
  summary: 'Get a form to submit a webmention',
  access: 'anyone',
  answer: media('text/html'),
})
/** Also returns 404 for an invalid key. */
export const getWebmentionStatus = endpoint('GET /webmention/:key', {
  summary: 'Get the status of a submitted webmention',
  access: 'anyone',
  params: { key: z.string() },
  headers: { accept: 'text/html for a page' },
  answer: SubmittedWebmention,
  alternatives: [media('text/html')],
})
/** `name`: the picture's SHA-256 hash in hex, followed by `.webp`. */
export const getWebmentionPhoto = endpoint('GET /webmention-photos/:name', {
  summary: 'Get an author’s picture',
  access: 'anyone',
  params: { name: z.string() },
  answer: media('image/webp'),
})
