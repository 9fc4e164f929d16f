import { t } from '#messages/messages.ts'
import { PageBar } from '#web/page-bar.tsx'
import { SearchResultEntry } from '#features/discovery/search/search-result.tsx'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import type { SearchChoice, SearchResults } from '#features/discovery/search/search.contract.ts'
import { type Search, useSearchResults } from '#features/discovery/search/search.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { Loaded } from '#web/loaded.tsx'
import { searchHref } from './search-address.ts'
import { searchedKinds } from './searched-kinds.ts'

/** The search results, grouped by kind and paginated. */
export function ResultList({ search }: { search: Search }) {
  const query = useSearchResults(search)
  return (
    <>
      <Kinds search={search} counts={query.data?.counts} />
      <Total search={search} data={query.data} />
      <Loaded query={query} loading={<Skeletons count={3} label={t('Searching')} />} failed={t('Search failed')}>
        {(data) => <Found search={search} data={data} isBusy={query.isPlaceholderData} />}
      </Loaded>
    </>
  )
}

const labels = {
  all: t('All'),
  post: t('Posts'),
  article: t('Articles'),
  member: t('Members'),
  project: t('Projects'),
} satisfies Record<SearchChoice, string>

function Kinds({ search: { q, kind }, counts }: { search: Search; counts: SearchResults['counts'] }) {
  const tabs = (['all', ...searchedKinds(useSite())] as const).map((choice) => ({
    label: labels[choice],
    href: searchHref({ q, kind: choice }),
    isCurrent: choice === kind,
    count: choice === 'all' ? undefined : counts?.[choice],
  }))
  return <LinkTabs label={t('Result types')} tabs={tabs} />
}

/** Always rendered, so that screen readers announce changes. */
function Total({ search, data }: { search: Search; data: SearchResults | undefined }) {
  return (
    <output className={data && data.total > 0 ? 'meta' : 'visually-hidden'}>
      {data && totalText(data.total, data.isCapped)}
      {data && search.page > 1 && ` · ${t('Page {page}', { page: search.page })}`}
    </output>
  )
}

function Found({ search, data, isBusy }: { search: Search; data: SearchResults; isBusy: boolean }) {
  const { results, total, totalPages } = data
  if (total === 0) return <NoResults search={search} />
  return (
    <>
      {results.length === 0 ? (
        <EmptyState
          icon="search"
          actions={<ButtonLink href={searchHref({ ...search, page: 1 })}>{t('First page')}</ButtonLink>}
        >
          {t('Page {page} does not exist.', { page: search.page })}
        </EmptyState>
      ) : (
        <ol className="entries search-entries" aria-busy={isBusy}>
          {results.map((result) => (
            <li key={`${result.kind}${result.id}`}>
              <SearchResultEntry found={result} />
            </li>
          ))}
        </ol>
      )}
      <PageBar page={search.page} totalPages={totalPages} hrefOf={(page) => searchHref({ ...search, page })} />
    </>
  )
}

function totalText(total: number, isCapped: boolean): string {
  if (isCapped) return t('{total, plural, one {More than # result} other {More than # results}}', { total })
  if (total === 0) return t('No results')
  return t('{total, plural, one {# result} other {# results}}', { total })
}

const noResultsTitle = {
  all: (q: string) => t('No results for "{q}"', { q }),
  post: (q: string) => t('No posts for "{q}"', { q }),
  article: (q: string) => t('No articles for "{q}"', { q }),
  member: (q: string) => t('No members for "{q}"', { q }),
  project: (q: string) => t('No projects for "{q}"', { q }),
} satisfies Record<SearchChoice, (q: string) => string>

function NoResults({ search: { q, kind } }: { search: Search }) {
  const isFiltered = kind !== 'all'
  return (
    <EmptyState
      icon="search"
      title={noResultsTitle[kind](q)}
      actions={isFiltered && <ButtonLink href={searchHref({ q })}>{t('Search everything')}</ButtonLink>}
    >
      {t(
        'Try fewer words or a different spelling. Results match all of your search terms. Use "quotes" for an exact phrase and a minus sign to exclude a -word.',
      )}
    </EmptyState>
  )
}
