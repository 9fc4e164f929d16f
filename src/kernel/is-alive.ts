/** Reports whether a process with this id exists, regardless of its user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (reason) {
    return reason instanceof Error && 'code' in reason && reason.code === 'EPERM'
  }
}
