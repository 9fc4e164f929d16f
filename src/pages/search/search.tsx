import './search.css'
import { Question } from '#features/search/search.contract.ts'
import { PageHead } from '#ui/page-head.tsx'
import type { PageAddress, PageView } from '../page.ts'
import { searchOf } from './search-address.ts'
import { SearchForm } from './search-form.tsx'
import { FoundList } from './search-results.tsx'

export const searchPage: PageView = {
  View: SearchPage,
  head: (_, { query }) => {
    const { q, page } = searchOf(query)
    if (q === '')
      return { title: 'Search', description: 'Search posts, articles, members and projects.', canonicalPath: '/search' }
    return { title: `Search: ${q}${page > 1 ? ` · Page ${page}` : ''}`, canonicalPath: '/search', noindex: true }
  },
}

function SearchPage({ query }: PageAddress) {
  const search = searchOf(query)
  const fault = search.q === '' ? undefined : Question.safeParse(search.q).error?.issues[0]?.message
  return (
    <div className="page">
      <PageHead title="Search" />
      <div className="stack">
        <SearchForm search={search} error={fault} />
        {search.q !== '' && !fault && <FoundList search={search} />}
      </div>
    </div>
  )
}
