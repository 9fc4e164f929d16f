/** Resolves to null if the promise is still pending after this time. */
export function inTime<Value>(promise: Promise<Value>, ms: number): Promise<Value | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), ms)
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer))
}
