interface Options {
  stop: () => Promise<void>
  /** How long `stop` may take. */
  limitMs: number
  /** Ends the process if it could not stop properly. */
  fail: (reason: unknown) => void
}

/** Stops on Ctrl-C or SIGTERM and then ends the process, even if something that it waits for never responds. */
export function stopOnSignals({ stop, limitMs, fail }: Options): void {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => fail(`The process did not stop within ${limitMs / 1000} seconds.`), limitMs)
    void stop().then(() => process.exit(0), fail)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
