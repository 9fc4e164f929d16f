import fs from 'node:fs'
import http from 'node:http'

// The baseline for static responses: a `node:http` server that sends the same bytes and headers and does nothing else.
// Arguments: a JSON file with the headers, and a file with the body.

const [headersFile, bodyFile] = process.argv.slice(2)
const headers: http.OutgoingHttpHeaders = JSON.parse(fs.readFileSync(headersFile!, 'utf8'))
const body = fs.readFileSync(bodyFile!)
const server = http.createServer((_, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`))
