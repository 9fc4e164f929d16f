import { createHash } from 'node:crypto'
import { hasEtag } from '#kernel/etag.ts'
import { implement } from '#kernel/implement.ts'
import { getExternalImage } from './image-proxy.contract.ts'
import type { ImageProxy } from './image-proxy.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    imageProxy: ImageProxy
  }
}

export const imageProxyRoutes = [
  implement(getExternalImage, async ({ ctx, params: { signature, address }, query, request }) => {
    const { bytes } = await ctx.imageProxy.get(signature, address, Number(query.width))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    const isKnown = hasEtag(request.headers.get('if-none-match'), etag)
    const headers = { ...imageHeaders, etag }
    return isKnown ? new Response(null, { status: 304, headers }) : new Response(new Uint8Array(bytes), { headers })
  }),
]

/** Feed readers on other sites may also embed the images, which cannot contain executable content. */
const imageHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}
