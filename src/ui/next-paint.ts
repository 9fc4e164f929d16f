/** Browsers do not paint hidden pages. */
const maxWaitMs = 100

/** Resolves once the browser has painted the current state. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, maxWaitMs)
    requestAnimationFrame(() => setTimeout(resolve))
  })
