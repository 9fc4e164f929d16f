/** What this process has computed so far, on all its threads, in ms. A clock would also count what others on the machine
 *  do meanwhile. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
