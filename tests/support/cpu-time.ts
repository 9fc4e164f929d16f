/** Returns the CPU time of all of this process's threads, in ms. Unlike elapsed time, it does not depend on other
 *  load. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
