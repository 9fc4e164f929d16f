import fs from 'node:fs'

// Of processes, as Linux alone says it.

/** What the program and its children have used. */
export function cpuMsOf(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const ticks = Number(stat[11]) + Number(stat[12])
  return ticks * 10 + childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), 0)
}

export const childrenOf = (pid: number): number[] =>
  fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Without its children. */
export const memoryMbOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Files and connections that this process and those it starts may have open; Node takes what it may. */
export const mostOpenFiles = (): number =>
  Number(/^Max open files\s+\d+\s+(\d+)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
