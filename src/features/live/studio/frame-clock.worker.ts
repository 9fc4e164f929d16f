// Ticks for every picture: the timers of a page that is not in sight are too slow. The first message says how many
// milliseconds apart. Each other one takes the last tick: a page that paints more slowly has one waiting, and no crowd.
let isTaken = true

addEventListener('message', ({ data }: MessageEvent<number | null>) => {
  isTaken = true
  if (data !== null) setInterval(tick, data)
})

function tick() {
  if (!isTaken) return
  isTaken = false
  postMessage(null)
}
