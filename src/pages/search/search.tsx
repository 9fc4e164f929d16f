import { t } from '#messages/messages.ts'
import './search.css'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { searchQueryError } from '#features/discovery/search/search.contract.ts'
import { siteIn } from '#features/discovery/site/site.hooks.ts'
import { PageHead } from '#ui/page-head.tsx'
import type { PageProps, PageView } from '../page.ts'
import { searchOf } from './search-address.ts'
import { SearchPageForm } from './search-form.tsx'
import { searchedText } from './searched-kinds.ts'
import { ResultList } from './search-results.tsx'

export const searchView: PageView<typeof searchAddress> = {
  View: SearchPage,
  head: (cache, { query }) => {
    const { q, page } = searchOf(query)
    if (q === '')
      return {
        title: t('Search'),
        description: t('Search {kinds}.', { kinds: searchedText(siteIn(cache)) }),
        canonicalPath: searchAddress.href(),
      }
    return {
      title: page > 1 ? t('Search: {q} · Page {page}', { q, page }) : t('Search: {q}', { q }),
      canonicalPath: searchAddress.href(),
      noindex: true,
    }
  },
}

function SearchPage({ query }: PageProps<typeof searchAddress>) {
  const search = searchOf(query)
  const error = search.q === '' ? undefined : (searchQueryError(search.q) ?? undefined)
  return (
    <div className="page search-page">
      <PageHead title={t('Search')} />
      <div className="stack">
        <SearchPageForm search={search} error={error} />
        {search.q !== '' && !error && <ResultList search={search} />}
      </div>
    </div>
  )
}
