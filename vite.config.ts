import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  build: isSsrBuild
    ? { ssr: 'src/app/render.tsx', outDir: 'dist/server', copyPublicDir: false, emptyOutDir: true }
    : { outDir: 'dist/client', manifest: true, cssCodeSplit: false, emptyOutDir: true, modulePreload: { polyfill: false } },
}))
