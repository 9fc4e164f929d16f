import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished, test } from 'vitest'

/** Creates a folder with the loader and a TypeScript file that has been built. */
async function builtFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'devstead-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const loader = path.join(folder, 'scripts/built-modules.mjs')
  fs.mkdirSync(path.join(folder, 'scripts'))
  fs.mkdirSync(path.join(folder, 'dist/modules'), { recursive: true })
  for (const name of ['built-modules.mjs', 'module-file.mjs'])
    fs.copyFileSync(path.join(import.meta.dirname, name), path.join(folder, 'scripts', name))
  const { moduleFile }: typeof import('./module-file.mjs') = await import(
    pathToFileURL(path.join(folder, 'scripts/module-file.mjs')).href
  )
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const file = path.join(folder, 'page.ts')
  const source = `const from: string = 'source'\nconsole.log(from)\n`
  fs.writeFileSync(file, source)
  fs.writeFileSync(moduleFile(Buffer.from(source)), `console.log('build')\n`)
  const run = () =>
    execFileSync(process.execPath, [`--import=${pathToFileURL(loader).href}`, file], { encoding: 'utf8' }).trim()
  return { file, run }
}

test('loads the built JavaScript instead of the TypeScript file', async () => {
  const { run } = await builtFolder()
  assert.equal(run(), 'build')
})

test('loads the TypeScript file if it has changed since the build', async () => {
  const { file, run } = await builtFolder()
  fs.appendFileSync(file, '// changed\n')
  assert.equal(run(), 'source')
})
