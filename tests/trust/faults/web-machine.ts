import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmStart, type RunningSite, startSite } from '#tests/support/site.ts'
import { addMachine, type Machine } from './network.ts'

/** A machine with the site behind HAProxy. */
export interface WebMachine {
  machine: Machine
  site: RunningSite
  rtmpPort: number
}

const [httpPort, rtmpPort] = [80, 1935]
const sitePort = 3000

/** Starts the site on a machine of its own. It listens on the loopback address, behind a proxy. */
export async function startWebMachine(
  number: number,
  settings: Record<string, string>,
  folder: string,
): Promise<WebMachine> {
  const machine = addMachine(`web${number}`, 20 + number)
  const home = path.join(folder, machine.name)
  mkdirSync(home)
  const config = path.join(home, 'haproxy.cfg')
  writeFileSync(config, proxySettings(machine))
  const [program, ...args] = machine.command('haproxy', '-db', '-f', config)
  spawn(program, args, { stdio: 'ignore' })
  const own = { PORT: String(sitePort), INTERNAL_HOST: machine.address, RTMP_PORT: String(rtmpPort), TRUST_PROXY: '1' }
  const site = await startSite(
    path.join(home, 'data'),
    { ...settings, ...own },
    machine.command(...npmStart),
    `http://${machine.address}`,
  )
  return { machine, site, rtmpPort }
}

/** Sends broadcasts to the site, too. */
const proxySettings = ({ address }: Machine) => `
defaults
  timeout connect 5s
  timeout client 2m
  timeout server 2m
listen http
  mode http
  option forwardfor
  bind ${address}:${httpPort}
  server site 127.0.0.1:${sitePort}
listen rtmp
  mode tcp
  bind ${address}:${rtmpPort}
  server site 127.0.0.1:${rtmpPort}
`
