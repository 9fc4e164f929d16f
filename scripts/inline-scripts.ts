import path from 'node:path'
import { build, type Plugin } from 'vite'
import { root } from './built.ts'

const folder = path.join(root, 'src/app/inline')

/** Completes the built index.html: the font and the stylesheet come first, then the inline scripts, which load the entry
 *  point along with the files that template.ts lists in front of it. Without them, the page is readable. */
export const inlineScripts = (): Plugin => ({
  name: 'inline-scripts',
  apply: (config, { command }) => command === 'build' && !config.build?.ssr,
  transformIndexHtml: {
    order: 'post',
    async handler(html) {
      const stylesheet = /\s*<link rel="stylesheet"[^>]*>/.exec(html)![0]
      const script = /\s*<script type="module"[^>]*><\/script>/.exec(html)![0]
      const font = /\s*<link rel="preload"[^>]*>/.exec(html)![0]
      const lowPriority = script.trim().replace('type="module"', 'type="module" fetchpriority="low"')
      const head = `<script>${await compiled('head')}</script>`
      const template = `<template id="scripts"><!--scripts-->${lowPriority}</template>`
      const body = `<script>${await compiled('body')}</script>`
      return html
        .replace(stylesheet, '')
        .replace(script, '')
        .replace(font, () => `${font}${stylesheet}\n    ${head}\n    ${template}`)
        .replace('</body>', () => `  ${body}\n  </body>`)
    },
  },
})

/** Compiles a file and what it imports to a script of one line. */
async function compiled(name: string): Promise<string> {
  const results = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry: path.join(folder, `${name}.ts`), formats: ['iife'], name: 'inline' } },
  })
  const chunks = [results].flat().flatMap((result) => ('output' in result ? result.output : []))
  const chunk = chunks.find((file) => file.type === 'chunk')
  return chunk!.code.trim()
}
