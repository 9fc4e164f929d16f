import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const keyBytes = 32
const fewestDifferentBytes = 16

/** Parses keys of 64 hexadecimal digits each, separated by commas or whitespace. Returns null for anything else,
 *  including bytes that are obviously not random. */
export function parseKeys(text: string): Buffer[] | null {
  const keys = text.split(/[\s,]+/).flatMap((part) => (part === '' ? [] : [parseKey(part)]))
  return keys.length > 0 && keys.every((key) => key !== null) ? keys : null
}

function parseKey(text: string): Buffer | null {
  if (!/^[0-9a-f]{64}$/i.test(text)) return null
  const key = Buffer.from(text, 'hex')
  return new Set(key).size < fewestDifferentBytes ? null : key
}

/** Returns the keys in the file, or null if the file does not exist. @throws if the file contains anything else */
export function readKeyFile(file: string): Buffer[] | null {
  try {
    const keys = parseKeys(readFileSync(file, 'utf8'))
    if (!keys) throw new Error(`${file} must contain a key of ${keyBytes} random bytes as hexadecimal digits`)
    return keys
  } catch (reason) {
    if (isCode(reason, 'ENOENT')) return null
    throw reason
  }
}

/** Creates the file with a new key, readable only by the site's user. Creation is atomic: if several processes create
 *  the file at the same time, the first one wins. @returns the keys in the file */
export function createKeyFile(file: string): Buffer[] {
  const draft = writeDraft(file, [newKey()])
  try {
    linkSync(draft, file)
  } catch (reason) {
    if (!isCode(reason, 'EEXIST')) throw reason
  } finally {
    rmSync(draft, { force: true })
  }
  return readKeyFile(file)!
}

/** Puts a new key before the current one in the file, and removes older ones. */
export function addKey(file: string): void {
  const current = readKeyFile(file)![0]!.toString('hex')
  renameSync(writeDraft(file, [newKey(), current]), file)
}

export const newKey = (): string => randomBytes(keyBytes).toString('hex')

function writeDraft(file: string, keys: string[]): string {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, keys.join('\n'), { mode: 0o600, flush: true })
  return draft
}

const isCode = (reason: unknown, code: string) => reason instanceof Error && 'code' in reason && reason.code === code
