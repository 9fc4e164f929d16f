import { createHash } from 'node:crypto'

/** Returns the content of a Base64 data URL. */
export const bytesIn = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

export const dataUrlOf = (contentType: string, bytes: Buffer): string =>
  `data:${contentType};base64,${bytes.toString('base64')}`

/** Returns a short hash for the URL of a file, so that browsers load it again when it changes. */
export const versionOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 8)
