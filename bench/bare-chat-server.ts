import http, { type ServerResponse } from 'node:http'

// What the chat is measured against: `node:http` that passes what is posted on to all who listen, and nothing else.

const listeners: ServerResponse[] = []
const server = http.createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    listeners.push(response)
    return
  }
  const event = `data: ${Buffer.concat(await request.toArray()).toString()}\n\n`
  for (const listener of listeners) listener.write(event)
  response.end()
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`))
