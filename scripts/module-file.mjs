import { hash } from 'node:crypto'

const folder = new URL('../dist/modules/', import.meta.url)

/** Returns where the build stores the JavaScript of a TypeScript file with these contents. */
export const moduleFile = (source) => new URL(`${hash('sha256', source)}.js`, folder)
