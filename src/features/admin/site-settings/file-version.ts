import { createHash } from 'node:crypto'

/** Returns a short hash for the URL of a file, so that browsers load it again when it changes. */
export const versionOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 8)
