import { createECDH, ECDH } from 'node:crypto'
import type { Context } from '#kernel/http.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'

const curve = 'prime256v1'
/** The order of the curve P-256. Source: NIST SP 800-186, section 3.2.1.3. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Returns the keys with which the site identifies itself to push services, in base64url. The private key is derived
 *  from one of the site's secrets, so it is created once, shared by all processes, and stored encrypted. Source:
 *  RFC 8292. */
export async function pushKeys(
  ctx: Pick<Context, 'db' | 'sealing'>,
): Promise<{ publicKey: string; privateKey: string }> {
  const secret = await siteSecret(ctx, 'push')
  // From 1 to the order minus 1. The bias is 2⁻³².
  const scalar = (BigInt(`0x${secret.toString('hex')}`) % (order - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(privateKey)
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** Returns whether the text is a point on the curve, in base64url. */
export function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, curve, 'base64url')
    return true
  } catch {
    return false
  }
}
