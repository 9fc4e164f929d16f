/** Enough for a hundred events of the maximum length. */
const maxBytes = 16 * 1024 * 1024
const maxRedirects = 3

/** Fetches at most 16 MB from a single host. Follows redirects (from renamed repositories) only on that host. */
export async function githubFetch(address: string, init: RequestInit = {}): Promise<Response> {
  let answer = await fetch(address, { ...init, redirect: 'manual' })
  for (let hops = 0; isRedirect(answer, init); hops++) {
    const to = new URL(answer.headers.get('location') ?? '', address)
    await answer.body?.cancel()
    if (hops === maxRedirects || to.origin !== new URL(address).origin)
      throw new Error('GitHub redirected to another host or too many times')
    answer = await fetch(to, { ...init, redirect: 'manual' })
  }
  const { status, headers } = answer
  return new Response(answer.body ? await readAll(answer.body) : null, { status, headers })
}

const isRedirect = ({ status }: Response, { method = 'GET' }: RequestInit) =>
  method === 'GET' && [301, 302, 307, 308].includes(status)

async function readAll(body: ReadableStream<Uint8Array>): Promise<Blob> {
  const chunks: BlobPart[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new Error('Too large')
    chunks.push(Buffer.from(chunk))
  }
  return new Blob(chunks)
}
