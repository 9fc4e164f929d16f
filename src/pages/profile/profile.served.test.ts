import assert from 'node:assert/strict'
import { mf2 } from 'microformats-parser'
import { test } from 'vitest'
import { replaceProfileLinks } from '#features/people/profile-links/profile-links.contract.ts'
import { saveAvailability } from '#features/people/profiles/availability.contract.ts'
import { updateSettings } from '#features/people/profiles/profile-settings.contract.ts'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'

async function site() {
  const served = await servedSite({ SITE_NAME: 'Our Site' })
  const token = await served.register('Alice')
  const body = {
    displayName: 'Alice Archer',
    title: 'Weaver',
    bio: 'Looms.\nAnd engines.',
    githubUsername: 'al',
    skills: ['SQL', 'Looms'],
  }
  await served.ask(updateSettings.path, { method: 'POST', token, body })
  const links = [{ label: 'LinkedIn', url: 'https://linkedin.com/in/alice' }]
  await served.ask(replaceProfileLinks.path, { method: 'PUT', token, body: { links } })
  const publish = (content: string) =>
    served.ask('/api/posts', { method: 'POST', token, body: { content, categoryId: 1 } })
  return { ...served, token, publish }
}
const address = `${siteUrl}/profile/Alice`

test('contains exactly one representative h-card', async () => {
  const { ask, publish } = await site()
  await publish('A first post')
  for (const path of ['/profile/Alice', '/profile/Alice?tab=about', '/profile/Alice?tab=github']) {
    const { items, rels } = mf2((await ask(path)).text, { baseUrl: address })
    const cards = items.filter(({ type }) => type?.includes('h-card'))
    const [card, ...others] = cards.filter(
      ({ properties }) => properties['uid']?.[0] === address && properties['url']?.[0] === address,
    )
    assert.deepEqual(others, [])
    const { name, nickname, url, note, category, 'job-title': jobTitle } = card!.properties
    assert.deepEqual([name, nickname, jobTitle], [['Alice Archer'], ['Alice'], ['Weaver']])
    assert.deepEqual(
      [url, category],
      [
        [address, 'https://github.com/al', 'https://linkedin.com/in/alice'],
        ['SQL', 'Looms'],
      ],
    )
    assert.match(note?.[0] as string, /Looms\.\s+And engines\./)
    assert.deepEqual(rels['me'], ['https://github.com/al', 'https://linkedin.com/in/alice'])
  }
  const feed = mf2((await ask('/profile/Alice')).text, { baseUrl: address }).items.find(({ type }) =>
    type?.includes('h-feed'),
  )
  assert.deepEqual([feed?.properties['url'], feed?.children?.length], [[address], 1])
})

test('tells visitors and search engines when the member is available for work, and shows nothing otherwise', async () => {
  const { ask, token } = await site()
  const before = await ask('/profile/Alice?tab=about')
  assert.doesNotMatch(before.text, /available|seeks/i)
  const body = { text: 'Freelance <b>looms</b>', link: 'https://alice.example/hire' }
  assert.equal((await ask(saveAvailability.path, { method: 'PUT', token, body })).status, 200)
  const { text } = await ask('/profile/Alice')
  assert.match(text, /Available for work<\/span>.*href="https:\/\/alice\.example\/hire"[^>]*>Freelance &lt;b&gt;looms/)
  const seeks = /"seeks":(\{[^}]*\})/.exec(text)?.[1]
  const demand = { '@type': 'Demand', name: body.text, url: body.link }
  assert.deepEqual(JSON.parse(seeks!), demand)
})

test('has one canonical URL per profile, including for the owner’s profile at /profile', async () => {
  const { ask } = await site()
  const { status, headers } = await ask('/profile/aLICE?tab=about')
  assert.deepEqual([status, headers.location], [308, '/profile/Alice?tab=about'])
  for (const path of ['/profile', '/profile/Alice', '/profile/Alice?tab=about']) {
    const { status: found, text } = await ask(path)
    assert.equal(found, 200)
    assert.ok(text.includes(`<link rel="canonical" href="${address}">`), path)
  }
  for (const name of ['nobody', '12', '%00', 'a%2Fb', 'x'.repeat(200)])
    assert.ok([400, 404].includes((await ask(`/profile/${name}`)).status), name)
  assert.match((await ask('/profile/nobody')).text, /Profile Not Found/)
})

test('describes the member in the head, with a social image, their feed, and a Person for search engines', async () => {
  const { ask } = await site()
  const { text } = await ask('/profile/Alice')
  assert.match(text, /<title>Alice Archer \(@Alice\) · Our Site<\/title>/)
  assert.match(text, /name="description" content="Weaver\. Looms\. And engines\."/)
  assert.match(text, /property="og:type" content="profile"/)
  const card = /property="og:image" content="[^"]*(\/cards\/profile\/Alice\.png\?v=\w+)"/.exec(text)?.[1]
  assert.equal((await ask(card!)).status, 200)
  assert.equal(/type="application\/rss\+xml" title="[^"]*" href="([^"]+)"/.exec(text)?.[1], '/profile/Alice/rss.xml')
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)![1]!
  const { '@graph': graph } = JSON.parse(data) as { '@graph': Record<string, unknown>[] }
  assert.equal(graph[0]!['@type'], 'ProfilePage')
  const person = graph[0]!['mainEntity'] as Record<string, unknown>
  assert.deepEqual(
    [person['@type'], person['url'], person['jobTitle'], person['knowsAbout'], person['sameAs']],
    ['Person', address, 'Weaver', ['SQL', 'Looms'], ['https://github.com/al', 'https://linkedin.com/in/alice']],
  )
})

test('paginates posts without scripts, and links back from a page past the end', async () => {
  const { ask, publish } = await site()
  for (let n = 1; n <= 11; n++) await publish(`Post number ${n}`)
  const first = (await ask('/profile/Alice')).text
  assert.ok(first.includes('Post number 11') && first.includes('href="/profile/Alice?page=2"'))
  const second = (await ask('/profile/Alice?page=2')).text
  assert.ok(second.includes('Post number 1<') && second.includes(`<link rel="canonical" href="${address}?page=2">`))
  const past = (await ask('/profile/Alice?page=9')).text
  assert.ok(past.includes('Go to the first page') && past.includes('content="noindex"'))
})

test('invites visitors to register at /profile on an empty site', async () => {
  const served = await servedSite()
  const { status, text } = await served.ask('/profile')
  assert.equal(status, 200)
  assert.match(text, /Create the first account/)
})
