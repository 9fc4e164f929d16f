/** Returns the CPU time of all threads of this process, in ms, which unlike elapsed time does not depend on other
 *  load. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
