import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startFailure } from './failures.ts'

const outputs: [output: string, sentence: RegExp][] = [
  [
    'initdb: error: could not write file "/data/postgres.new-7/PG_VERSION": No space left on device',
    /^The disk that contains \/data is full/,
  ],
  [
    '2026-11-21 00:00:00 UTC [1] FATAL:  could not write lock file "postmaster.pid": No space left on device',
    /^The disk that contains \/data is full/,
  ],
  ['Error: EROFS: read-only file system, mkdir', /read-only disk.* Set DATA_DIR/],
  [
    'FATAL:  data directory "/data" has wrong ownership',
    /^\/data or a folder above it belongs to another user\. .* set DATA_DIR/,
  ],
  ['initdb: error: could not look up effective user ID 12345: user does not exist', /no entry in \/etc\/passwd/],
  [
    'LOG:  starting PostgreSQL\nFATAL:  could not open file "global/pg_control"\nLOG:  database system is shut down',
    /^The embedded database in \/data is damaged: .*pg_control.* Nothing was changed\. Rename that folder and restore a backup/,
  ],
  ['PANIC:  could not locate a valid checkpoint record at 0/1A2B3C4', /^The embedded database in \/data is damaged: /],
  [
    'LOG:  starting PostgreSQL\nFATAL:  could not map anonymous shared memory\nLOG:  database system is shut down',
    /^The embedded database in \/data did not start: FATAL: {2}could not map anonymous shared memory$/,
  ],
]

test('explains in one sentence why the server did not start, with its output as the cause', () => {
  for (const [output, sentence] of outputs) {
    const failure = startFailure(output, '/data')
    assert.match(failure.message, sentence)
    assert.equal((failure.cause as Error).message, output)
  }
})
