import assert from 'node:assert/strict'
import { test } from 'vitest'
import { portfolioBlocks } from '#features/admin/site-settings/home-names.contract.ts'
import { formerManageLivestreamsPage } from '#pages/manage-livestreams/manage-livestreams.page.ts'
import type { Page } from '#pages/page.ts'
import { pageAt, pages } from '#pages/pages.ts'
import { sitePage } from '#pages/site-page/site-page.page.ts'
import { allScreens, type Screen } from './screens.ts'

const redirects = new Set<Page>([formerManageLivestreamsPage])

test('there is a picture of every page of the site', () => {
  const shown = new Set(allScreens.map(pageOf))
  const forgotten = [...pages, sitePage].filter((page) => !shown.has(page) && !redirects.has(page))
  assert.deepEqual(
    forgotten.map(({ address }) => address.path),
    [],
  )
})

test('pictures have different names', () => {
  const names = allScreens.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})

const portfolio = { kind: 'portfolio' as const, layout: 'column' as const, blocks: [...portfolioBlocks] }

function pageOf({ path, site }: Screen): Page {
  const [withoutQuery = ''] = path.split('?')
  return pageAt(withoutQuery, { sectionsOff: [], ...(site.endsWith('portfolio') && { home: portfolio }) }).page
}
