import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { leanEndpoints } from './scripts/lean-endpoints.ts'

/** The order of the layers counts from their first mention, and the bundler writes the files in an order of its own. */
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

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), layerOrder, leanEndpoints()],
  // What wouter asks of this package, React has itself.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react', 'use-sync-external-store/shim': 'react' } },
  build: isSsrBuild
    ? { ssr: 'src/app/render.tsx', outDir: 'dist/server', copyPublicDir: false, emptyOutDir: true }
    : {
        outDir: 'dist/client',
        manifest: true,
        cssCodeSplit: false,
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        // What every page loads is one file: small ones side by side compress worse, by 5 kB a page.
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } } },
      },
}))
