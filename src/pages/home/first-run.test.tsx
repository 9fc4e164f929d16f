import assert from 'node:assert/strict'
import { test } from 'vitest'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { mount } from '#tests/support/mount.tsx'
import { createQueryCache } from '#web/query-cache.ts'
import { FirstRun } from './first-run.tsx'

async function open(site: Partial<SiteInfo>) {
  const cache = createQueryCache()
  const facts = { name: 'Devstead', ownerUsername: null, isRegistrationOpen: true, canSendEmail: false, ...site }
  cache.setQueryData(siteQuery.queryKey, facts)
  const { page } = await mount(<FirstRun />, cache)
  return page
}

test('invites the first person to register, who becomes the owner', async () => {
  const page = await open({})
  assert.match(page.textContent, /The first person to register becomes the owner/)
  assert.equal(page.querySelector('a')?.getAttribute('href'), '/login?tab=register')
})

test('does not promise ownership while OWNER_USERNAME names someone', async () => {
  const page = await open({ isOwnerNamed: true })
  assert.match(page.textContent, /This site’s owner hasn’t registered yet.*Register/)
  assert.doesNotMatch(page.textContent, /becomes the owner|first account/)
})
