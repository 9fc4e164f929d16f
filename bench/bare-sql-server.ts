import http from 'node:http'
import { Pool } from 'pg'

// The baseline for API calls that read the database: a `node:http` server that runs one SQL statement through `pg` and
// sends its rows as JSON. Argument: the database URL. Query parameters: `sql`, and one `value` for each SQL parameter.

const pool = new Pool({ connectionString: process.argv[2], max: 1 })
const server = http.createServer(async ({ url = '' }, response) => {
  const { searchParams } = new URL(url, 'http://127.0.0.1')
  const { rows } = await pool.query(searchParams.get('sql') ?? '', searchParams.getAll('value'))
  response.setHeader('content-type', 'application/json').end(JSON.stringify(rows))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`))
