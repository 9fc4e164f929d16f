import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Writes files of random bytes, named like stored pictures. */
export function writePictures(folder: string, count: number, bytes: number): void {
  for (let number = 0; number < count; number++) {
    const name = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
    const subfolder = path.join(folder, name.slice(0, 2))
    fs.mkdirSync(subfolder, { recursive: true })
    fs.writeFileSync(path.join(subfolder, name), randomBytes(bytes))
  }
}
