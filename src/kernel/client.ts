import { deviceName } from './device-name.ts'
import { networkOf } from './networks.ts'
import { currentTrace, withTrace } from './trace.ts'

/** Where a call comes from, as members see it. */
export interface Client {
  /** Browser and operating system: 'Firefox on Linux'. */
  device: string
  /** The /24 or /64 network of the IP address, never the address itself. */
  network: string
}

export const clientOf = ({ request, ip }: { request: Request; ip: string }): Client => ({
  device: deviceName(request.headers.get('user-agent') ?? ''),
  network: networkOf(ip, 'subnet'),
})

/** Runs `work`. Entries that it adds to the audit log get the client as their source, which only the affected member
 *  sees. For calls that change how a member signs in. */
export function withClient<T>(client: Client, work: () => T): T {
  const trace = currentTrace()
  if (!trace) return withTrace({ client }, work)
  trace.client = client
  return work()
}
