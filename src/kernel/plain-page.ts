import { createHash } from 'node:crypto'
import { locale } from '#messages/messages.ts'
import { escapeHtml } from './html.ts'

// The design tokens' colors.
const style = `:root{color-scheme:light dark;background:light-dark(#f8f7f3,#151412);color:light-dark(#1a1916,#f2efe8)}
body{max-width:40rem;margin:3rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1{line-height:1.2}
a{color:light-dark(#0a6a49,#6ad7a5)}
label,dt{font-weight:600}
dd{margin:0 0 .75rem}
input,textarea{box-sizing:border-box;width:100%;margin-top:.25rem;padding:.5rem .75rem;border:1px solid light-dark(#918b7e,#7c776b);border-radius:.625rem;background:light-dark(#fff,#1d1c19);color:inherit;font:inherit;font-weight:400}
button{padding:.5rem 1rem;border:1px solid transparent;border-radius:.625rem;background:light-dark(#0a6a49,#6ad7a5);color:light-dark(#fff,#062418);font:inherit;font-weight:600}`
/** For documents without scripts: strings cannot become scripts either. */
export const noScripts = "require-trusted-types-for 'script'; trusted-types 'none'"
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; ${noScripts}`

/** Returns a page that requires no other files, for browsers without JavaScript. `body` is HTML. */
export function plainPage(title: string, body: string, status = 200): Response {
  const html = `<!doctype html><html lang="${locale()}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style>
<main><h1>${escapeHtml(title)}</h1>
${body}</main></html>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(html, { status, headers })
}
