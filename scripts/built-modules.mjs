import fs from 'node:fs'
import { registerHooks } from 'node:module'
import { moduleFile } from './module-file.mjs'

// Loads the JavaScript that the build has made of TypeScript files, so that Node.js need not strip their types. Files that
// have changed since the build are loaded as usual. docs/decisions/165-built-modules.md

registerHooks({
  load(url, context, nextLoad) {
    const source = context.format === 'module-typescript' && builtSource(url)
    return source ? { format: 'module', source, shortCircuit: true } : nextLoad(url, context)
  },
})

function builtSource(url) {
  try {
    return fs.readFileSync(moduleFile(fs.readFileSync(new URL(url))))
  } catch {
    return null
  }
}
