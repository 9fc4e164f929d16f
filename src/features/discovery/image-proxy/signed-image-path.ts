import { createHmac, timingSafeEqual } from 'node:crypto'

const signatureBytes = 16

/** The address under which this site serves a picture from elsewhere. Only who knows the secret can make one, so the
 *  site fetches nothing but what it has rendered itself. */
export const signedImagePath = (url: string, secret: Buffer): string =>
  `/image-proxy/${sign(url, secret).toString('base64url')}/${Buffer.from(url).toString('base64url')}`

/** @returns the address of the picture, null when the signature is not ours */
export function imageUrlOf(signature: string, address: string, secret: Buffer): string | null {
  const url = Buffer.from(address, 'base64url').toString()
  const given = Buffer.from(signature, 'base64url')
  return given.length === signatureBytes && timingSafeEqual(given, sign(url, secret)) ? url : null
}

const sign = (url: string, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update(`image-proxy ${url}`).digest().subarray(0, signatureBytes)
