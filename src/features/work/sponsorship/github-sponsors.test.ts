import { sign } from '@octokit/webhooks-methods'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import type { GithubAnswer, GithubSponsorship } from '#providers/github/github.ts'
import { cast } from '#tests/support/cast.ts'
import { receiveGithubSponsorship, syncGithubSponsors } from './github-sponsors.contract.ts'
import { githubSponsorRoutes } from './github-sponsors.routes.ts'
import {
  deleteSponsor,
  listOwnSponsors,
  managedByGithub,
  OwnSponsorList,
  privateSponsor,
  updateSponsor,
} from './sponsors.contract.ts'
import { sponsorRoutes } from './sponsors.routes.ts'

const secret = 'webhook-secret'
const folder = path.join(import.meta.dirname, '../../../../tests/fixtures/github/sponsors')
interface Payload {
  action: string
  sponsorship: {
    created_at: string
    privacy_level: string
    sponsor: { login: string; avatar_url: string }
    sponsorable: { login: string }
    tier: { monthly_price_in_cents: number; is_one_time: boolean }
  }
}
const recorded = async (action: string) =>
  JSON.parse(await readFile(path.join(folder, `${action}.json`), 'utf8')) as Payload

/** GitHub's example of a new sponsorship, with some values replaced. */
async function eventOf(action: string, { sponsorship, tier }: { sponsorship?: object; tier?: object } = {}) {
  const payload = await recorded('created')
  Object.assign(payload.sponsorship, sponsorship)
  Object.assign(payload.sponsorship.tier, tier)
  return { ...payload, action }
}

/** Alice owns the site and is octocat on GitHub. */
async function sponsored(slots: Partial<Context> = {}) {
  const site = { name: 'Here', ownerUsername: 'alice', canSendEmail: true }
  const t = await cast([...githubSponsorRoutes, ...sponsorRoutes], { githubWebhookSecret: secret, site, ...slots })
  await run(t.db)`update members set github_username = 'Octocat' where id = ${t.members.alice.id}`
  let deliveries = 0
  const deliver = async (
    payload: object,
    { id = `delivery-${++deliveries}`, event = 'sponsorship', by = secret } = {},
  ) => {
    const body = JSON.stringify(payload)
    const headers = {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': id,
      'x-hub-signature-256': await sign(by, body),
    }
    const response = await t.app.request(receiveGithubSponsorship.path, { method: 'POST', headers, body })
    return [response.status, ((await response.json()) as { result?: string }).result]
  }
  const list = async (ask = t.alice) => OwnSponsorList.parse((await ask('GET', listOwnSponsors.path)).body).sponsors
  const shown = async () => (await list()).map(({ displayName, amount, since }) => [displayName, amount, since])
  return { ...t, deliver, list, shown }
}

test('adds a sponsor with GitHub’s amount and month for a new sponsorship', async () => {
  const t = await sponsored()
  assert.deepEqual(await t.deliver(await recorded('created')), [202, 'taken'])
  const [monalisa] = await t.list()
  assert.deepEqual(
    { ...monalisa, id: 0 },
    {
      id: 0,
      displayName: 'monalisa',
      username: 'monalisa',
      profileImage: 'https://avatars2.githubusercontent.com/u/2?',
      profileUrl: 'https://github.com/monalisa',
      isPrivate: false,
      source: 'github',
      amount: 500,
      since: '2019-12',
    },
  )
  for (const method of ['PUT', 'DELETE'] as const) {
    const { status, body } = await t.alice(
      method,
      updateSponsor.href({ id: monalisa!.id }),
      method === 'PUT' ? { displayName: 'X' } : undefined,
    )
    assert.deepEqual([status, body['message']], [409, managedByGithub()])
  }
})

test('ignores pending changes until they take effect, and counts one-time sponsorships as $0 per month', async () => {
  const t = await sponsored()
  assert.deepEqual(await t.deliver(await recorded('pending_tier_change')), [202, 'taken'])
  assert.deepEqual(await t.shown(), [])
  await t.deliver(await eventOf('created'))
  await t.deliver(await recorded('pending_tier_change'))
  await t.deliver(await eventOf('pending_cancellation', { tier: { monthly_price_in_cents: 900 } }))
  assert.deepEqual(await t.shown(), [['monalisa', 500, '2019-12']])
  const once = { monthly_price_in_cents: 2500, is_one_time: true }
  await t.deliver(await eventOf('created', { tier: once, sponsorship: { created_at: '2026-01-01T00:00:00Z' } }))
  assert.deepEqual(await t.shown(), [['monalisa', 0, '2026-01']])
})

test('produces the same result for deliveries in any order', async () => {
  const created = await eventOf('created')
  const dearer = await eventOf('tier_changed', { tier: { monthly_price_in_cents: 1000 } })
  const hidden = await eventOf('edited', { sponsorship: { privacy_level: 'private' } })
  const pending = await eventOf('pending_cancellation')
  const cancelled = await eventOf('cancelled', { tier: { monthly_price_in_cents: 1000 } })
  const again = await eventOf('created', { sponsorship: { created_at: '2020-06-01T00:00:00Z' } })
  const stories: [events: Payload[], shown: unknown[]][] = [
    [[created, dearer], [['monalisa', 1000, '2019-12']]],
    [[created, dearer, hidden], [[privateSponsor, 1000, '2019-12']]],
    [[created, pending, cancelled], []],
    [[created, hidden, cancelled], []],
    [[created, cancelled, again], [['monalisa', 500, '2020-06']]],
  ]
  const t = await sponsored()
  for (const [events, wanted] of stories) {
    for (const order of ordersOf(events)) {
      await run(t.db)`delete from sponsors`
      for (const event of order) await t.deliver(event)
      const story = order.map(({ action }) => action).join(', ')
      assert.deepEqual(await t.shown(), wanted, story)
      if (!story.includes('edited')) continue
      assert.doesNotMatch(JSON.stringify(await many(t.db)`select * from sponsors`), /monalisa|avatars/, story)
    }
  }
})

test('removes a sponsorship from cached pages when it ends or becomes private', async () => {
  const t = await sponsored()
  await t.deliver(await eventOf('created'))
  t.announced()
  await t.deliver(await eventOf('edited', { sponsorship: { privacy_level: 'private' } }))
  assert.deepEqual(t.announced(), ['members', 'removals'])
})

test('produces the same result for concurrent deliveries', async () => {
  const t = await sponsored()
  const events = [
    await eventOf('created'),
    await eventOf('tier_changed', { tier: { monthly_price_in_cents: 1000 } }),
    await eventOf('edited', { sponsorship: { privacy_level: 'private' } }),
  ]
  await Promise.all([...events, ...events].map((event) => t.deliver(event)))
  assert.deepEqual(await t.shown(), [[privateSponsor, 1000, '2019-12']])
})

test('processes a repeated delivery only once', async () => {
  const t = await sponsored()
  const created = await eventOf('created')
  const answers = await Promise.all(Array.from({ length: 5 }, () => t.deliver(created, { id: 'one' })))
  assert.deepEqual(
    answers.map(([, result]) => String(result)).toSorted((a, b) => a.localeCompare(b)),
    ['known', 'known', 'known', 'known', 'taken'],
  )
  await t.deliver(await eventOf('cancelled'), { id: 'two' })
  assert.deepEqual(await t.deliver(created, { id: 'one' }), [202, 'known'])
  assert.deepEqual(await t.deliver(created, { id: 'three' }), [202, 'taken'])
  assert.deepEqual(await t.shown(), [])
})

test('rejects forged deliveries, ignores other events, and rejects all deliveries without a secret', async () => {
  const t = await sponsored()
  const created = await eventOf('created')
  assert.equal((await t.deliver(created, { by: 'another secret' }))[0], 401)
  assert.equal((await t.deliver(created, { id: '' }))[0], 400)
  assert.deepEqual(await t.deliver({ zen: 'Keep it simple' }, { event: 'ping' }), [202, 'ignored'])
  assert.deepEqual(await t.deliver({ action: 'created' }), [202, 'ignored'])
  assert.deepEqual(await t.deliver(await eventOf('created', { sponsorship: { created_at: 'soon' } })), [202, 'ignored'])
  assert.deepEqual(await t.shown(), [])
  const body = JSON.stringify(created)
  const tampered = { 'content-type': 'application/json', 'x-hub-signature-256': await sign(secret, body) }
  const request = { method: 'POST', headers: tampered, body: body.replace('500', '900') }
  assert.equal((await t.app.request(receiveGithubSponsorship.path, request)).status, 401)
  assert.deepEqual(t.announced(), [])
  t.ctx.githubWebhookSecret = null
  assert.equal((await t.deliver(created))[0], 503)
})

test('does not list an unverified account’s sponsors as a member’s sponsors', async () => {
  const t = await sponsored()
  const { bob } = t.members
  await run(t.db)`update members set github_username = 'hubot' where id = ${bob.id}`
  const toHubot = await eventOf('created', { sponsorship: { sponsorable: { login: 'Hubot' } } })
  assert.deepEqual(await t.deliver(toHubot), [202, 'ignored'])
  await run(t.db)`insert into link_checks (member_id, url, profile_url, verified_at, due_at)
    values (${bob.id}, 'https://github.com/hubot', '', now(), now())`
  assert.deepEqual(await t.deliver(toHubot), [202, 'taken'])
  assert.deepEqual([(await t.list(t.bob)).length, (await t.list()).length], [1, 0])
})

test('for a reader, only applies events that end, lower, or hide a sponsorship', async () => {
  const t = await sponsored()
  const { bob } = t.members
  await run(t.db)`update members set github_username = 'hubot' where id = ${bob.id}`
  await run(t.db)`insert into link_checks (member_id, url, profile_url, verified_at, due_at)
    values (${bob.id}, 'https://github.com/hubot', '', now(), now())`
  const deliver = async (action: string, { cents = 500, ...more }: { cents?: number; [name: string]: unknown } = {}) =>
    t.deliver(
      await eventOf(action, {
        sponsorship: { sponsorable: { login: 'hubot' }, ...more },
        tier: { monthly_price_in_cents: cents },
      }),
    )
  const shown = async () => (await t.list(t.bob)).map(({ displayName, amount }) => [displayName, amount])
  const again = { created_at: '2026-01-01T00:00:00Z' }

  await deliver('created')
  await run(t.db)`update members set role = 'reader' where id = ${bob.id}`
  const other = { sponsor: { login: 'ann', avatar_url: '' } }
  for (const action of ['created', 'edited', 'tier_changed']) await deliver(action, other)
  await deliver('tier_changed', { cents: 1000 })
  await deliver('created', { ...again, cents: 2000 })
  assert.deepEqual(await shown(), [['monalisa', 500]])
  await deliver('tier_changed', { cents: 300 })
  assert.deepEqual(await shown(), [['monalisa', 300]])
  await deliver('edited', { privacy_level: 'private' })
  await deliver('edited')
  assert.deepEqual(await shown(), [[privateSponsor, 300]])
  await deliver('cancelled')
  await deliver('created', again)
  assert.deepEqual(await shown(), [])

  await run(t.db)`update members set role = 'member' where id = ${bob.id}`
  await deliver('created', again)
  assert.deepEqual(await shown(), [['monalisa', 500]])
})

test('lets readers remove sponsors from GitHub, because they are not added again', async () => {
  const t = await sponsored()
  await t.deliver(await recorded('created'))
  const [sponsor] = await t.list()
  await run(t.db)`update members set role = 'reader' where id = ${t.members.alice.id}`
  t.members.alice.role = 'reader'
  assert.equal((await t.alice('DELETE', deleteSponsor.href({ id: sponsor!.id }))).status, 204)
  assert.deepEqual(await t.deliver(await eventOf('edited')), [202, 'taken'])
  assert.deepEqual(await t.list(), [])
})

const listed = (login: string | null, more: Partial<GithubSponsorship> = {}): GithubSponsorship => ({
  sponsorId: `id of ${login}`,
  login,
  name: null,
  avatarUrl: login && `https://avatars.githubusercontent.com/${login}`,
  isPrivate: false,
  monthlyCents: 500,
  isOneTime: false,
  since: new Date('2024-03-05T10:00:00Z'),
  ...more,
})

async function asking(answer: () => GithubAnswer<GithubSponsorship[]>) {
  const github = { hasToken: true, sponsorships: () => Promise.resolve(answer()) } as Context['github']
  return sponsored({ github })
}
const all = (value: GithubSponsorship[]) => ({ ok: true, value, etag: null, notBefore: null, hasNext: false }) as const

test('adds listed sponsors, ends missing sponsorships, and hides private sponsors’ names on each sync', async () => {
  let sponsors = [
    listed('ann'),
    listed('ben', { isPrivate: true }),
    listed('cleo', { isOneTime: true, monthlyCents: 5000 }),
    listed(null),
  ]
  const t = await asking(() => all(sponsors))
  assert.deepEqual((await t.alice('POST', syncGithubSponsors.path)).body, {
    count: 4,
    message: 'GitHub Sponsors has 4 active sponsors.',
  })
  const names = async () => (await t.shown()).map((one) => one.join(' '))
  assert.deepEqual(
    new Set(await names()),
    new Set(['ann 500 2024-03', 'cleo 0 2024-03', `${privateSponsor} 500 2024-03`]),
  )
  assert.doesNotMatch(JSON.stringify(await many(t.db)`select * from sponsors`), /ben/)
  sponsors = [listed('ann', { monthlyCents: 1000 })]
  t.announced()
  await t.alice('POST', syncGithubSponsors.path)
  assert.deepEqual([await names(), t.announced()], [['ann 1000 2024-03'], ['members', 'removals']])
  assert.doesNotMatch(JSON.stringify(await many(t.db)`select * from sponsors`), /cleo/)
  await t.alice('POST', '/api/sponsors', { displayName: 'By hand' })
  sponsors = []
  await t.alice('POST', syncGithubSponsors.path)
  assert.deepEqual(await names(), ['By hand  '])
})

test('gives precedence to a delivery that arrives during a sync', async () => {
  const at = Date.now() - 60_000
  const clock = { now: () => at }
  const github = { hasToken: true, sponsorships: () => Promise.resolve(all([])) } as Partial<Context['github']>
  const t = await sponsored({ clock, github: github as Context['github'] })
  await t.deliver(await eventOf('created'))
  await t.alice('POST', syncGithubSponsors.path)
  assert.deepEqual(await t.shown(), [['monalisa', 500, '2019-12']])
})

test('lets only the owner sync, and shows why a sync failed', async () => {
  const failure = { ok: false, code: 'bad_token', message: 'GitHub rejected the token.', retryAt: null } as const
  const t = await asking(() => failure)
  assert.equal((await t.stranger('POST', syncGithubSponsors.path)).status, 401)
  assert.equal((await t.bob('POST', syncGithubSponsors.path)).status, 403)
  const { status, body } = await t.alice('POST', syncGithubSponsors.path)
  assert.deepEqual([status, body['message']], [502, failure.message])
  t.ctx.github.hasToken = false
  assert.equal((await t.alice('POST', syncGithubSponsors.path)).status, 503)
  assert.deepEqual(t.announced(), [])
})

const ordersOf = <T>(items: T[]): T[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((first, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [first].concat(rest)))
