import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'
import { beginBuild, root } from './built.ts'
import { moduleFile } from './module-file.mjs'

// Builds dist/client for browsers, dist/server for rendering, and dist/modules for the server's own code.

const worthCompressing = /\.(js|css|svg|txt|webmanifest)$/
const isModule = /(?<!\.test|\.d)\.ts$/

// Node.js warns that stripTypeScriptTypes is experimental. Its version is pinned.
process.removeAllListeners('warning')

const complete = beginBuild()
await build({ root, logLevel: 'warn' })
await build({ root, logLevel: 'warn', build: { ssr: 'src/app/render.tsx' } })
await buildServiceWorker(path.join(root, 'dist/client'))
await compressFiles(path.join(root, 'dist/client'))
stripTypes(path.join(root, 'dist/modules'))
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

/** Replaces files worth compressing with compressed ones, which most browsers request. */
async function compressFiles(folder: string): Promise<void> {
  const files = filesIn(folder).filter((file) => worthCompressing.test(file))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file: string): Promise<void> {
  fs.writeFileSync(`${file}.br`, await promisify(brotliCompress)(fs.readFileSync(file)))
  fs.rmSync(file)
}

/** Stores the JavaScript of all TypeScript files. Lines and columns stay the same, so stack traces do, too. */
function stripTypes(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  const files = ['src', 'scripts'].flatMap((top) => filesIn(path.join(root, top)))
  for (const file of files.filter((one) => isModule.test(one))) {
    const source = fs.readFileSync(file)
    fs.writeFileSync(moduleFile(source), stripTypeScriptTypes(String(source)))
  }
}

function filesIn(folder: string): string[] {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}
