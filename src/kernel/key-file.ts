import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const keyBytes = 32

/** A key that is kept in a file and not in the database: 32 bytes, made when it is first asked for, readable by the
 *  site's user alone and the same for every process that shares the folder. @throws when the file holds something else */
export function keyFile(file: string): () => Buffer {
  let key: Buffer | null = null
  return () => (key ??= read(file) ?? make(file))
}

function read(file: string): Buffer | null {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
    if (key.length !== keyBytes) throw new Error(`${file} must hold a key of ${keyBytes} bytes in hexadecimal digits`)
    return key
  } catch (reason) {
    if (isCode(reason, 'ENOENT')) return null
    throw reason
  }
}

/** The file appears whole or not at all; of several processes the first one's stays. */
function make(file: string): Buffer {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, randomBytes(keyBytes).toString('hex'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (reason) {
    if (!isCode(reason, 'EEXIST')) throw reason
  } finally {
    rmSync(draft, { force: true })
  }
  return read(file)!
}

const isCode = (reason: unknown, code: string) => reason instanceof Error && 'code' in reason && reason.code === code
