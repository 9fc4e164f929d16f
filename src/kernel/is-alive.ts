import fs from 'node:fs'

/** Reports whether a process with this id is running, regardless of its user. Returns false for a zombie, a process that
 *  has ended but whose parent has not collected its exit status: in a container whose init process collects none,
 *  zombies remain forever. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (reason) {
    return reason instanceof Error && 'code' in reason && reason.code === 'EPERM'
  }
  return !isZombie(pid)
}

/** Reads the state from `/proc`, which only Linux has. @see proc_pid_stat(5) */
function isZombie(pid: number): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The state follows the program's name, which is in parentheses and may itself contain parentheses.
    return 'ZX'.includes(stat.charAt(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}
