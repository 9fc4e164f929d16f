import fs from 'node:fs'

/** Reports whether a process with this id is running, regardless of its user. A killed process whose parent has not
 *  collected its exit status (a zombie) is not: in a container whose first process collects none, it stays forever. */
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
    // The state follows the name of the program, which is in parentheses and may contain some itself.
    return 'ZX'.includes(stat.charAt(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}
