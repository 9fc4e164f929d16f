import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { inlineMessages } from './scripts/inline-messages.ts'
import { inlineScripts } from './scripts/inline-scripts.ts'
import { leanEndpoints } from './scripts/lean-endpoints.ts'
import { splitContracts } from './scripts/split-contracts.ts'

/** The first mention of layers determines their order, and the bundler writes files in its own order. */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
      file.source = `@layer reset,tokens,base,ui,features,pages;${String(file.source)}`
    }
  },
}

/** Excludes pages' data loading, which the server runs from source, from both bundles, and their JSON-LD and folders from
 *  the browser's bundle. */
const serverOnly: Plugin = {
  name: 'server-only',
  enforce: 'pre',
  transform(code, id, options) {
    if (!id.endsWith('.page.ts')) return null
    const parts = options?.ssr
      ? /\bload: async \(\) =>\s*\(await import\('[^']+\.load\.ts'\)\)\.\w+,/g
      : /\b(?:(?:load|jsonLd): async \(\) =>\s*\(await import\('[^']+(?:\.load|-json-ld)\.ts'\)\)\.\w+|name: '[\w-]+'),/g
    return { code: code.replaceAll(parts, ''), map: null }
  },
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    const leaked = modules.filter((id) => /\.(store|load|routes)\.ts$/.test(id))
    if (leaked.length > 0) this.error(`Server code in the bundle: ${leaked.join(', ')}`)
  },
}

/** Builds print only warnings about the result: the first start of a site builds it. */
const checks = { pluginTimings: false }

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [inlineMessages(), react(), layerOrder, leanEndpoints(), serverOnly, splitContracts(), inlineScripts()],
  // React itself provides the hook that wouter imports from this package.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react', 'use-sync-external-store/shim': 'react' } },
  build: isSsrBuild
    ? {
        ssr: 'src/app/render.tsx',
        outDir: 'dist/server',
        copyPublicDir: false,
        emptyOutDir: true,
        rolldownOptions: { checks },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        cssCodeSplit: false,
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        // A single file for the code that every page loads: separate small files compress worse, by 5 kB per page.
        rolldownOptions: { checks, output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } } },
      },
}))
