const timeoutMs = 10_000

/** Reports whether the site can serve pages. Sends a request, because `navigator.onLine` is true on any network. A server
 *  error counts as unreachable: it would replace the current page. */
export const isReachable = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ status }) => status < 500,
    () => false,
  )
