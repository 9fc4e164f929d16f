import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from 'vite'
import type { Locale } from '#messages/locales.ts'
import { readAssets } from './assets.ts'
import type { SiteFiles } from './open-site.ts'
import type { PageRendering, Renderer } from './pages.ts'
import { createTemplate, inlineScriptHashes } from './template.ts'

/** Reads the output of `npm run build` from dist/. */
export async function builtFiles(root: string): Promise<SiteFiles> {
  const client = path.join(root, 'dist/client')
  const indexHtml = fs.readFileSync(path.join(client, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(fs.readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'))
  const assets = readAssets(client)
  const renderings = new Map<Locale, Promise<PageRendering>>()
  const loadRendering = async (locale: Locale): Promise<PageRendering> => {
    const renderUrl = pathToFileURL(path.join(root, 'dist/server', locale === 'en' ? '' : locale, 'render.js'))
    const { renderPage }: { renderPage: Renderer } = await import(renderUrl.href)
    const inLocale = localeFiles(locale, assets)
    return { renderer: renderPage, template: createTemplate(inLocale(indexHtml), preloadLinks(manifest, inLocale)) }
  }
  const renderingIn = (locale: Locale) => {
    const rendering = renderings.get(locale) ?? loadRendering(locale)
    renderings.set(locale, rendering)
    rendering.catch(() => renderings.delete(locale)) // Tries again for the next page.
    return rendering
  }
  await renderingIn('en')
  return { renderingIn, assets, scriptHashes: inlineScriptHashes(indexHtml) }
}

/** Returns a function that points HTML to the scripts of a language. See scripts/inline-messages.ts. */
function localeFiles(locale: Locale, assets: ReadonlyMap<string, unknown>): (html: string) => string {
  const file = [...assets.keys()].find((one) => one.startsWith(`/assets/${locale}-`) && one.endsWith('.js'))
  const folder = file?.slice(0, file.lastIndexOf('/') + 1)
  if (locale === 'en' || folder === undefined) return (html) => html
  return (html) => html.replaceAll(/\/assets\/(?=[\w.-]+\.js")/g, folder)
}

/** Returns low-priority preload links for each view's code, so that it loads alongside the entry point. */
function preloadLinks(manifest: Manifest, inLocale: (html: string) => string): Record<string, string | undefined> {
  const isView = /^src\/pages\/([^/]+)\/[^/]+\.tsx$/
  const entry = staticFiles(manifest, 'index.html')
  const links = Object.keys(manifest).flatMap((source) => {
    const view = isView.exec(source)?.[1]
    if (!view) return []
    const files = [...staticFiles(manifest, source)].filter((file) => !entry.has(file))
    const html = files.map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`).join('')
    return [[view, inLocale(html)]]
  })
  return Object.fromEntries(links)
}

/** Returns the files for a chunk and its static imports. */
function staticFiles(manifest: Manifest, source: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[source]
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) staticFiles(manifest, imported, files)
  return files
}
