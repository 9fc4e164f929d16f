import fs from 'node:fs'

// Reads metrics of running processes from /proc, which exists only on Linux.

/** CPU time that the process and its children have used so far. */
export const cpuMsOf = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), ownCpuMsOf(pid))

/** CPU time that the process has used so far, without its children. Counted in steps of 10 ms. */
export function ownCpuMsOf(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(stat[11]) + Number(stat[12])) * 10
}

/** Returns the CPU time that the site's process, without its children, and its database use during the work. */
export async function cpuMsDuring(server: number, database: number, work: () => Promise<unknown>) {
  const [serverMs, databaseMs] = [ownCpuMsOf(server), cpuMsOf(database)]
  await work()
  return { serverMs: ownCpuMsOf(server) - serverMs, databaseMs: cpuMsOf(database) - databaseMs }
}

export const childrenOf = (pid: number): number[] =>
  fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

export const commandOf = (pid: number): string => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')

/** Resident memory of the process, without its children. */
export const memoryMbOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** The memory of the process and its children. Memory that several of them share counts only once. */
export const proportionalMbOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) / 1024 +
  childrenOf(pid).reduce((sum, child) => sum + proportionalMbOf(child), 0)

/** Peak resident memory of the process so far; null if it has ended, or on systems other than Linux. */
export function peakMemoryMbOf(pid: number): number | null {
  try {
    const found = /^VmHWM:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found ? Number(found[1]) / 1024 : null
  } catch {
    return null
  }
}

/** Resets the process's peak memory to its current memory. */
export const resetPeakMemory = (pid: number): void => fs.writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The maximum number of files and connections that this process and its children may have open. Node.js raises its
 *  soft limit to the hard limit. */
export const maxOpenFiles = (): number =>
  Number(/^Max open files\s+\d+\s+(\d+)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
