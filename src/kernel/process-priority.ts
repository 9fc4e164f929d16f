import fs from 'node:fs'
import os from 'node:os'

/** Lets all other processes run first. On Linux, every thread has a priority of its own, and only new threads inherit
 *  it. */
export function lowerPriority(): void {
  for (const id of threadIds()) {
    try {
      os.setPriority(id, os.constants.priority.PRIORITY_LOW)
    } catch (reason) {
      if (id === process.pid) throw reason // Another thread has ended.
    }
  }
}

/** Gives a process with one thread the lowest scheduling priority. Does nothing if that is not allowed. */
export function lowerPriorityOf(processId: number): void {
  try {
    os.setPriority(processId, os.constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended or belongs to another user. The priority only affects the speed of other processes.
  }
}

function threadIds(): number[] {
  if (process.platform !== 'linux') return [process.pid]
  return fs.readdirSync('/proc/self/task').map(Number)
}
