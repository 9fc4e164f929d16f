import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const keyBytes = 32
const fewestDifferentBytes = 16

/** Reads a key: 64 hexadecimal digits. Null for anything else, including bytes that are obviously not random. */
export function parseKey(text: string): Buffer | null {
  if (!/^[0-9a-f]{64}$/i.test(text.trim())) return null
  const key = Buffer.from(text.trim(), 'hex')
  return new Set(key).size < fewestDifferentBytes ? null : key
}

/** Returns the key in the file, or null if the file does not exist. @throws if the file contains anything else */
export function readKeyFile(file: string): Buffer | null {
  try {
    const key = parseKey(readFileSync(file, 'utf8'))
    if (!key) throw new Error(`${file} must contain a key of ${keyBytes} random bytes as hexadecimal digits`)
    return key
  } catch (reason) {
    if (isCode(reason, 'ENOENT')) return null
    throw reason
  }
}

/** Creates the file with a new key, readable only by the site's user. Creation is atomic: if several processes create
 *  the file at the same time, the first one wins. @returns the key in the file */
export function createKeyFile(file: string): Buffer {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, randomBytes(keyBytes).toString('hex'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (reason) {
    if (!isCode(reason, 'EEXIST')) throw reason
  } finally {
    rmSync(draft, { force: true })
  }
  return readKeyFile(file)!
}

const isCode = (reason: unknown, code: string) => reason instanceof Error && 'code' in reason && reason.code === code
