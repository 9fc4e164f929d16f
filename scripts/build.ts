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
await compressFiles(path.join(root, 'dist/client'))
complete()

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
