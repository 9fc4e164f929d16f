import { createHash } from 'node:crypto'
import { escapeHtml } from '#kernel/html.ts'

const style = `html,body{height:100%;margin:0;background:#000}
video{display:block;width:100%;height:100%;object-fit:contain}`
const styleHash = createHash('sha256').update(style).digest('base64')

/** A page for a frame of ours that plays somebody's file, and may fetch nothing but that. The policy of pages allows no
 *  films from elsewhere: what it allows could be asked for by any HTML that slipped into them. @param src by https */
export function videoPage(title: string, src: string): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style>
<video controls preload="none" playsinline src="${escapeHtml(src)}" aria-label="${escapeHtml(title)}"></video></html>`
  const policy = `default-src 'none'; media-src ${new URL(src).origin}; style-src 'sha256-${styleHash}'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-frame-options': 'SAMEORIGIN',
  }
  return new Response(html, { headers })
}
