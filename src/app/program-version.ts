import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

const Package = z.object({ version: z.string() })
const file = path.resolve(import.meta.dirname, '../../package.json')

/** The version of this program. */
export const programVersion = Package.parse(JSON.parse(readFileSync(file, 'utf8'))).version
