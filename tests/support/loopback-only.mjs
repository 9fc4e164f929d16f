// Loaded into every program that a test runs: names are looked up on this machine alone, so that what a test links to is
// never asked, on a machine with a network either.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const { lookup } = dns
const isHere = (name) => net.isIP(name) > 0 || name === '' || /(^|\.)localhost$/.test(name)

dns.lookup = (name, options, callback) => {
  const answer = typeof options === 'function' ? options : callback
  const reason = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND', hostname: name })
  if (isHere(name ?? '')) lookup(name, options, callback)
  else process.nextTick(answer, reason)
}
syncBuiltinESMExports()
