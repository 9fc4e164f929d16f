import fs from 'node:fs'
import path from 'node:path'
import { createServer } from 'vite'
import { readConfig } from '#app/config.ts'
import type { SiteFiles } from '#app/open-site.ts'
import type { Renderer } from '#app/pages.ts'
import { startServer } from '#app/server.ts'
import { createTemplate } from '#app/template.ts'
import { root } from './built.ts'

// `npm run dev`: runs the real server behind Vite. Changes to views appear in the open page; after changes to the
// server, node --watch restarts it.

// Vite's client needs a WebSocket, inline scripts, and inline styles.
const policy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws: http: https:"

// Uses the native config loader, because the default one writes a temporary file, which would trigger --watch.
const vite = await createServer({ root, configLoader: 'native', appType: 'custom', server: { middlewareMode: true } })
const indexHtml = fs.readFileSync(path.join(root, 'index.html'), 'utf8')
const renderer: Renderer = async (input) => (await vite.ssrLoadModule('/src/app/render.tsx')).renderPage(input)
const template = createTemplate(await vite.transformIndexHtml('/', indexHtml))
const files: SiteFiles = {
  // A new object for each page: a page whose data is the same is still rendered again, because its view may have changed.
  renderingIn: async () => ({ renderer, template }),
  assets: new Map(),
  scriptHashes: [],
  development: {
    policy,
    middleware: (next) => (request, response) => vite.middlewares(request, response, () => next(request, response)),
  },
}
const server = await startServer(readConfig(), files)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
await server.ready
console.log(`Development server running at ${server.url}`)

async function stop(): Promise<void> {
  await Promise.all([server.stop(), vite.close()])
  process.exit(0)
}
