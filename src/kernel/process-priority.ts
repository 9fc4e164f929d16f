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

function threadIds(): number[] {
  if (process.platform !== 'linux') return [process.pid]
  return fs.readdirSync('/proc/self/task').map(Number)
}
