// Ticks for every picture: the timers of a page that is not in sight are too slow.
addEventListener('message', ({ data }: MessageEvent<number>) => setInterval(() => postMessage(null), data))
