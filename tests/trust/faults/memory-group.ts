import fs from 'node:fs'
import path from 'node:path'

// Limits the memory of processes with a control group of Linux, version 2 or 1 (man 7 cgroups). Needs root.

export interface MemoryGroup {
  /** Starts a command in the group: prepend these words to it. */
  prefix: readonly [string, ...string[]]
  /** How many of its processes the kernel has killed because the group had no memory left. */
  kills: () => number
  /** The memory that the kernel cannot take back without killing processes: excludes the page cache, which it can drop. */
  usedMb: () => number
  /** Call this when all processes have ended. */
  remove: () => void
}

interface Version {
  parent: string
  limits: readonly string[]
  events: string
  usage: readonly RegExp[]
}

const versions: readonly Version[] = [
  {
    parent: '/sys/fs/cgroup',
    limits: ['memory.max'],
    events: 'memory.events',
    usage: [/^anon (\d+)$/m, /^shmem (\d+)$/m, /^kernel (\d+)$/m],
  },
  {
    parent: '/sys/fs/cgroup/memory',
    limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
    events: 'memory.oom_control',
    usage: [/^total_rss (\d+)$/m, /^total_shmem (\d+)$/m],
  },
]

/** Creates a group whose processes use at most `limitMb`, including the files that the kernel caches for them, and no
 *  swap space. @throws Error without root or control groups */
export function createMemoryGroup(limitMb: number): MemoryGroup {
  const version = versions.find(({ parent }) => fs.existsSync(path.join(parent, 'cgroup.procs')) && hasMemory(parent))
  if (!version) throw new Error('This command needs a control group for memory, and Linux has none here.')
  const folder = path.join(version.parent, `devstead-${process.pid}`)
  const file = (name: string) => path.join(folder, name)
  const read = (name: string) => fs.readFileSync(file(name), 'utf8')
  fs.mkdirSync(folder)
  for (const limit of version.limits)
    if (fs.existsSync(file(limit))) fs.writeFileSync(file(limit), String(limitMb * 1024 * 1024))
  if (fs.existsSync(file('memory.swap.max'))) fs.writeFileSync(file('memory.swap.max'), '0')
  return {
    prefix: ['sh', '-c', `echo $$ > ${file('cgroup.procs')} && exec "$@"`, 'sh'],
    kills: () => Number(/^oom_kill (\d+)$/m.exec(read(version.events))![1]),
    usedMb: () => {
      const stat = read('memory.stat')
      const bytes = version.usage.map((figure) => Number(figure.exec(stat)?.[1] ?? 0))
      return bytes.reduce((sum, one) => sum + one, 0) / 1024 / 1024
    },
    remove: () => fs.rmdirSync(folder),
  }
}

/** Reports whether groups in this folder can limit memory. In version 2, their parent must allow it. */
function hasMemory(parent: string): boolean {
  const control = path.join(parent, 'cgroup.subtree_control')
  if (!fs.existsSync(control)) return true
  if (!fs.readFileSync(path.join(parent, 'cgroup.controllers'), 'utf8').split(/\s+/).includes('memory')) return false
  fs.writeFileSync(control, '+memory')
  return true
}
