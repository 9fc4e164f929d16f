// Ticks for every frame, because browsers slow down the timers of hidden pages. The first message is the interval in
// milliseconds. Each further message acknowledges a tick, so a slow page has at most one pending tick.
let isAcknowledged = true

addEventListener('message', ({ data }: MessageEvent<number | null>) => {
  isAcknowledged = true
  if (data !== null) setInterval(tick, data)
})

function tick() {
  if (!isAcknowledged) return
  isAcknowledged = false
  postMessage(null)
}
