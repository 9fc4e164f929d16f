import { createHash } from 'node:crypto'
import { locale } from '#messages/messages.ts'
import { escapeHtml } from '#kernel/html.ts'
import { noScripts } from '#kernel/plain-page.ts'

const style = `html,body{height:100%;margin:0;background:#000}
video{display:block;width:100%;height:100%;object-fit:contain}`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Returns the document of an iframe that plays a video file from another site and may load nothing else. The site's
 *  own Content Security Policy forbids such videos, because injected HTML could use anything it allows. @param src
 *  https URL */
export function videoPage(title: string, src: string): Response {
  const html = `<!doctype html><html lang="${locale()}"><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style>
<video controls preload="none" playsinline src="${escapeHtml(src)}" aria-label="${escapeHtml(title)}"></video></html>`
  const policy = `default-src 'none'; media-src ${new URL(src).origin}; style-src 'sha256-${styleHash}'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; ${noScripts}`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-frame-options': 'SAMEORIGIN',
  }
  return new Response(html, { headers })
}
