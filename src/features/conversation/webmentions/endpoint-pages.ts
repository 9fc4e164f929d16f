import { t } from '#messages/messages.ts'
import { escapeHtml } from '#kernel/html.ts'
import { plainPage } from '#kernel/plain-page.ts'
import { submitWebmention, type SubmittedWebmention } from './endpoint.contract.ts'
import type { WebmentionStatus } from './webmentions.store.ts'

interface Page {
  title: string
  body: string
  status?: number
}

const page = (siteName: string, { title, body, status = 200 }: Page): Response =>
  plainPage(title, `${body}\n<p><a href="/">${escapeHtml(siteName)}</a></p>`, status)

interface Sent {
  source: string
  target: string
}

const form = ({ source, target }: Sent) => `<form method="post" action="${submitWebmention.path}">
<p><label>${t('URL of your page')}<br><input name="source" type="url" required size="60" maxlength="2000" value="${escapeHtml(source)}"></label></p>
<p><label>${t('URL of the page on this site that it links to')}<br><input name="target" type="url" required size="60" maxlength="2000" value="${escapeHtml(target)}"></label></p>
<p><button>${t('Send webmention')}</button></p>
</form>`

/** Returns a page that explains the endpoint and contains a form. */
export const formPage = (siteName: string): Response =>
  page(siteName, {
    title: t('Send a webmention'),
    body: `<p>${t('Have you written about one of our pages on your own site? Let us know, and your post may appear on that page. It must link to our page. We’ll fetch it within a minute, and a moderator will review it before it appears.')}</p>
${form({ source: '', target: '' })}
<p>${t('Programs send <code>source</code> and <code>target</code> as a form, as described in the <a href="https://www.w3.org/TR/webmention/">Webmention</a> specification.')}</p>`,
  })

export const rejectionPage = (siteName: string, sent: Sent, message: string, status: number): Response =>
  page(siteName, {
    title: t('Your webmention was not accepted'),
    body: `<p><strong>${escapeHtml(message)}</strong></p>\n${form(sent)}`,
    status,
  })

export function acceptedPage(siteName: string, location: string): Response {
  const body = `<p>${t('We will fetch your page within a minute.')} <a href="${escapeHtml(location)}">${t('Check the status')}</a></p>`
  const response = page(siteName, { title: t('Webmention received'), body, status: 201 })
  response.headers.set('location', location)
  return response
}

/** Returns the status of a mention as a sentence. */
function sentenceOf({ state, status, failure }: WebmentionStatus): string {
  if (state === 'refused') return failure ? t('Not accepted. {failure}', { failure }) : t('Not accepted.')
  if (state === 'gone') return failure ? t('No longer shown. {failure}', { failure }) : t('No longer shown.')
  if (state === 'waiting') return failure ? t('{failure} We will try again.', { failure }) : t('Waiting to be fetched.')
  return status === 'approved' ? t('Verified and shown.') : t('Verified. Awaiting approval.')
}

export const statusPage = (siteName: string, mention: WebmentionStatus): Response =>
  page(siteName, {
    title: t('Webmention'),
    body: `<p>${escapeHtml(sentenceOf(mention))}</p>
<dl><dt>${t('Source')}</dt><dd>${escapeHtml(mention.sourceUrl)}</dd><dt>${t('Target')}</dt><dd>${escapeHtml(mention.targetUrl)}</dd>
<dt>${t('Received')}</dt><dd><time>${mention.receivedAt.toISOString()}</time></dd></dl>`,
  })

export const statusJson = (mention: WebmentionStatus): SubmittedWebmention => ({
  source: mention.sourceUrl,
  target: mention.targetUrl,
  state: mention.state === 'verified' && mention.status !== 'approved' ? 'held' : mention.state,
  message: sentenceOf(mention),
  receivedAt: mention.receivedAt.toISOString(),
})
