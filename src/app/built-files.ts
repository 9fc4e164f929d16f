import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from 'vite'
import { readAssets } from './assets.ts'
import type { SiteFiles } from './open-site.ts'
import type { Renderer } from './pages.ts'
import { createTemplate, inlineScriptHashes } from './template.ts'

/** Reads the output of `npm run build` from dist/. */
export async function builtFiles(root: string): Promise<SiteFiles> {
  const client = path.join(root, 'dist/client')
  const indexHtml = fs.readFileSync(path.join(client, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(fs.readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'))
  const renderUrl = pathToFileURL(path.join(root, 'dist/server/render.js'))
  const { renderPage }: { renderPage: Renderer } = await import(renderUrl.href)
  return {
    renderer: renderPage,
    template: createTemplate(indexHtml, preloadLinks(manifest)),
    assets: readAssets(client),
    scriptHashes: inlineScriptHashes(indexHtml),
  }
}

/** Returns low-priority preload links for each view's code, so that it loads alongside the entry point. */
function preloadLinks(manifest: Manifest): Record<string, string | undefined> {
  const isView = /^src\/pages\/([^/]+)\/[^/]+\.tsx$/
  const entry = staticFiles(manifest, 'index.html')
  const links = Object.keys(manifest).flatMap((source) => {
    const view = isView.exec(source)?.[1]
    if (!view) return []
    const files = [...staticFiles(manifest, source)].filter((file) => !entry.has(file))
    return [[view, files.map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`).join('')]]
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
