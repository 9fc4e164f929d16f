import { mkdirSync } from 'node:fs'
import { run } from './isolated.ts'

/** A machine: a network namespace with an address of its own. */
export interface Machine {
  name: string
  address: string
  /** The command line that runs a program on this machine. */
  command(program: string, ...args: string[]): [string, ...string[]]
  /** Unplugs the network cable: packets are lost silently. */
  cut(): void
  connect(): void
}

const bridge = 'ds0'
/** The address of the machine that runs this program, which provides the members, the bucket, and another site. */
export const outside = '10.118.0.1'

/** Creates the network. The process must have a network namespace and mounts of its own. */
export function createNetwork(): void {
  mkdirSync('/run/netns', { recursive: true })
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns')
  run('ip', 'link', 'add', bridge, 'type', 'bridge')
  run('ip', 'address', 'add', `${outside}/24`, 'dev', bridge)
  run('ip', 'link', 'set', bridge, 'up')
}

export function addMachine(name: string, host: number): Machine {
  const address = `10.118.0.${host}`
  const port = `to-${name}`
  run('ip', 'netns', 'add', name)
  run('ip', 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  run('ip', 'link', 'set', port, 'master', bridge, 'up')
  run('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['eth0', 'lo']) run('ip', '-n', name, 'link', 'set', device, 'up')
  return {
    name,
    address,
    command: (program, ...args) => ['ip', 'netns', 'exec', name, program, ...args],
    // Without the port, the bridge drops the packets, and neither side sees its link go down.
    cut: () => void run('ip', 'link', 'set', port, 'nomaster'),
    connect: () => void run('ip', 'link', 'set', port, 'master', bridge),
  }
}
