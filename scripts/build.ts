import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build } from 'vite'
import { beginBuild, root } from './built.ts'

// Builds dist/client for browsers and dist/server for rendering.

const worthCompressing = /\.(js|css|svg|txt|webmanifest)$/

const complete = beginBuild()
await build({ root, logLevel: 'warn' })
await build({ root, logLevel: 'warn', build: { ssr: 'src/app/render.tsx' } })
await buildServiceWorker(path.join(root, 'dist/client'))
await compressFiles(path.join(root, 'dist/client'))
complete()

/** Builds the service worker as a single script at a fixed URL. It contains a hash of the names of all other files, so
 *  that it changes with them. */
async function buildServiceWorker(folder: string): Promise<void> {
  const manifest = fs.readFileSync(path.join(folder, '.vite/manifest.json'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify(createHash('sha256').update(manifest).digest('hex').slice(0, 16)) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: {
        entry: 'src/app/service-worker.ts',
        formats: ['iife'],
        name: 'serviceWorker',
        fileName: () => 'service-worker.js',
      },
    },
  })
}

/** Adds a .br and a .gz copy of every file that compression makes smaller. */
async function compressFiles(folder: string): Promise<void> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && worthCompressing.test(entry.name))
  await Promise.all(files.map((file) => compressFile(path.join(file.parentPath, file.name))))
}

async function compressFile(file: string): Promise<void> {
  const bytes = fs.readFileSync(file)
  fs.writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes))
  fs.writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
