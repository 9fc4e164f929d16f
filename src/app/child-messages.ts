/** A message from a child process. */
export type ChildMessage<Result> =
  | { type: 'progress'; done: number; total: number }
  | { type: 'done'; result: Result }
  /** The user can fix the cause, so the message is shown to them. */
  | { type: 'refused'; message: string }
  | { type: 'failed'; message: string }

/** Sends the message from a child process, unless its parent has exited. */
export const send = <Result>(message: ChildMessage<Result>): Promise<void> =>
  new Promise((settle) => {
    if (!process.connected) return settle()
    process.send!(message, undefined, undefined, () => settle())
  })

/** Returns the message for an error. @param isRefusal whether to show the error's message to the user */
export const failureOf = (reason: unknown, isRefusal: boolean): ChildMessage<never> => {
  if (!(reason instanceof Error)) return { type: 'failed', message: String(reason) }
  return isRefusal
    ? { type: 'refused', message: reason.message }
    : { type: 'failed', message: reason.stack ?? reason.message }
}
