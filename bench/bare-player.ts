import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'

// The baseline for the livestream page: a page that only plays a stream with hls.js. Argument: the URL of the stream's
// playlist.

const source = process.argv[2]
const script = fs.readFileSync(path.resolve(import.meta.dirname, '../node_modules/hls.js/dist/hls.light.min.js'))
const page = `<!doctype html>
<title>Bare player</title>
<video muted autoplay playsinline></video>
<script src="/hls.js"></script>
<script>
  const hls = new Hls({ enableWorker: false, lowLatencyMode: true })
  hls.loadSource(${JSON.stringify(source)})
  hls.attachMedia(document.querySelector('video'))
</script>`

const server = http.createServer(({ url }, response) => {
  const isScript = url === '/hls.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html').end(isScript ? script : page)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`))
