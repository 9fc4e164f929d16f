/** What a check found. Every finding except `ok` says how to fix the problem, in one sentence. */
export type Finding = { check: string; message: string } & (
  | { status: 'ok'; fix?: never }
  | { status: 'warning' | 'error'; fix: string }
)

/** The findings of one check. */
export const report = (check: string) => ({
  ok: (message: string): Finding => ({ check, status: 'ok', message }),
  warning: (message: string, fix: string): Finding => ({ check, status: 'warning', message, fix }),
  error: (message: string, fix: string): Finding => ({ check, status: 'error', message, fix }),
})

/** Reports a check that throws as an error, so that the other checks still run. */
export async function attempt(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work()
  } catch (reason) {
    const message = `This could not be checked: ${reasonOf(reason)}.`
    return [report(check).error(message, 'Fix the problem, then run devstead doctor again.')]
  }
}

/** Returns why something failed, without a period. */
export const reasonOf = (reason: unknown): string => {
  if (!(reason instanceof Error)) return String(reason)
  const cause = reason.cause instanceof Error ? reason.cause : null
  const text = (cause ?? reason).message || ('code' in reason ? String(reason.code) : reason.name)
  return text.replace(/\.$/, '')
}
