import { generateKeyPairSync } from 'node:crypto'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' })

/** A signing key, both in the format Mux issues and in the one the site uses. */
export const muxKey = { id: 'key-of-the-fake-mux', privateKey, base64: Buffer.from(pem).toString('base64') }
