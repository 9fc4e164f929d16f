/** How long the answer takes to be there in full. @throws Error when it is a refusal */
export async function durationMs(url: string): Promise<number> {
  const startedMs = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return performance.now() - startedMs
}
