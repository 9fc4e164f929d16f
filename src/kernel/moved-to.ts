/** Redirects permanently to the canonical URL, under which alone the response is cached. */
export const movedTo = (location: string) => new Response(null, { status: 301, headers: { location } })
