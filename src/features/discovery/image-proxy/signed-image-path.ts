import { createHmac, timingSafeEqual } from 'node:crypto'

const signatureBytes = 16

/** Returns the proxy path for an image from another site. The path is signed, so that the site fetches only images
 *  whose URLs it rendered itself. */
export const signedImagePath = (url: string, secret: Buffer): string =>
  `/image-proxy/${sign(url, secret).toString('base64url')}/${Buffer.from(url).toString('base64url')}`

/** Returns the image's URL; null if the signature is invalid. */
export function imageUrlOf(signature: string, address: string, secret: Buffer): string | null {
  const url = Buffer.from(address, 'base64url').toString()
  const given = Buffer.from(signature, 'base64url')
  return given.length === signatureBytes && timingSafeEqual(given, sign(url, secret)) ? url : null
}

const sign = (url: string, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update(`image-proxy ${url}`).digest().subarray(0, signatureBytes)
