import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { enqueue } from '#kernel/jobs.store.ts'
import { many } from '#kernel/db.ts'
import { testApplication, type TestApplication } from '#tests/support/application.ts'
import { getMetrics } from './metrics.contract.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const token = 'a token for metrics'

async function metricsOf(site: TestApplication): Promise<string> {
  const response = await site.call('GET', getMetrics.path, { token })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  return response.text()
}

/** Returns the names of all series that the metrics can contain. */
const seriesIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name!],
    ),
  )

const namesIn = (text: string): string[] => text.match(/\b(?:devstead|process|nodejs)_\w+/g) ?? []

test('reports every metric that the dashboard and the guide’s alerts use', async () => {
  const series = seriesIn(await metricsOf(await testApplication({ METRICS_TOKEN: token })))
  const dashboard = fs.readFileSync(path.join(root, 'deploy/grafana-dashboard.json'), 'utf8')
  const expressions = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
    String(JSON.parse(text!)),
  )
  const guide = fs.readFileSync(path.join(root, 'docs/guides/monitoring.md'), 'utf8')
  const alerts = guide.slice(guide.indexOf('groups:'))
  for (const text of [...expressions, alerts]) {
    const names = namesIn(text)
    assert.ok(names.length > 0, text)
    for (const name of names) assert.ok(series.has(name), `${name} in ${text}`)
  }
  assert.ok(expressions.length > 20)
})

test('documents every metric in the guide', async () => {
  const text = await metricsOf(await testApplication({ METRICS_TOKEN: token }))
  const guide = fs.readFileSync(path.join(root, 'docs/guides/monitoring.md'), 'utf8')
  for (const [, name] of text.matchAll(/^# TYPE (devstead_\w+)/gm)) assert.ok(guide.includes(`\`${name}\``), name)
})

test('reports the number of jobs by task and state, and how long jobs have been waiting', async () => {
  const site = await testApplication({ METRICS_TOKEN: token })
  await enqueue(site.db, 'unknown.task', {}, { runAt: new Date(Date.now() - 90_000) })
  const text = await metricsOf(site)
  assert.match(text, /^devstead_jobs\{task="unknown.task",state="waiting"\} 1$/m)
  assert.match(text, /^devstead_jobs_longest_wait_seconds (9\d|1\d\d)/m)
  assert.match(text, /^devstead_database_up 1$/m)
})

test('keeps reporting process metrics while the database is unavailable', async () => {
  const site = await testApplication({ METRICS_TOKEN: token })
  site.ctx.db = new Proxy(site.db, {
    get: () => {
      throw new Error('The database is away.')
    },
  })
  const text = await metricsOf(site)
  assert.match(text, /^devstead_database_up 0$/m)
  assert.match(text, /^process_resident_memory_bytes\{process="1"\} \d+/m)
  assert.doesNotMatch(text, /devstead_jobs\{/)
})

test('measures job runs', async () => {
  const site = await testApplication({ METRICS_TOKEN: token })
  await site.db.transaction().execute((db) => enqueue(db, 'rate-limits.sweep'))
  for (;;) {
    const left = await many(site.db)`select from graphile_worker.jobs where task_identifier = 'rate-limits.sweep'`
    if (left.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const text = await metricsOf(site)
  assert.match(text, /^devstead_job_runs_total\{task="rate-limits.sweep",result="success",process="1"\} 1$/m)
  assert.match(
    text,
    /^devstead_job_duration_seconds_count\{(task="rate-limits.sweep",process="1"|process="1",task="rate-limits.sweep")\} 1$/m,
  )
})

test('rejects a missing or wrong token', async () => {
  const site = await testApplication({ METRICS_TOKEN: token })
  for (const given of [null, '', 'wrong', `${token} `.repeat(2)])
    assert.equal((await site.call('GET', getMetrics.path, { token: given })).status, 401, String(given))
})
