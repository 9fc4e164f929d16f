import './series.css'
import { useState } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { ownFeedLink } from '#features/discovery/feeds/feeds.contract.ts'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { blogAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { EditSeriesDialog } from '#features/writing/series/edit-series-dialog.tsx'
import { seriesAddress } from '#features/writing/series/series-addresses.contract.ts'
import type { Series } from '#features/writing/series/series.contract.ts'
import { seriesQuery, useSeries } from '#features/writing/series/series.hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'
import { Loaded } from '#web/loaded.tsx'
import type { PageProps, PageView } from '../page.ts'

export const seriesView: PageView<typeof seriesAddress> = {
  View: SeriesPage,
  head: (cache, { params }) => {
    const series = params && cache.getQueryData(seriesQuery(params.slug).queryKey)
    if (!series) return { title: t('Series'), noindex: true }
    const path = seriesAddress.href({ slug: series.slug })
    return {
      title: series.name,
      description:
        series.description ||
        t('{count, plural, one {# article by {author}.} other {# articles by {author}.}}', {
          count: series.parts.length,
          author: series.user.displayName,
        }),
      feed: ownFeedLink(series.name, path),
    }
  },
}

function SeriesPage({ params }: PageProps<typeof seriesAddress>) {
  const query = useSeries(params?.slug ?? '')
  return (
    <div className="page h-feed">
      <Loaded
        query={query}
        loading={<Skeletons count={3} label={t('Loading series')} />}
        failed={t('Error Loading Series')}
      >
        {(series) => (series ? <SeriesContent series={series} /> : <SeriesNotFound />)}
      </Loaded>
    </div>
  )
}

function SeriesContent({ series }: { series: Series }) {
  const [isEditing, setEditing] = useState(false)
  const { name, slug, description, user, parts, canEdit } = series
  return (
    <>
      <PageHead
        title={
          <>
            <span className="p-name" dir="auto">
              {name}
            </span>
            <data className="u-url" value={seriesAddress.href({ slug })} />
          </>
        }
        subtitle={
          description ||
          t('{count, plural, one {A series of # article} other {A series of # articles}}', { count: parts.length })
        }
        actions={
          canEdit && (
            <Button icon="pencil" onClick={() => setEditing(true)}>
              {t('Edit')}
            </Button>
          )
        }
      />
      <p className="series-author p-author h-card">
        <AuthorLink user={user} className="u-url">
          <Avatar name={user.displayName} image={user.profileImage} size="xs" />
          <bdi className="p-name">{user.displayName}</bdi>
        </AuthorLink>
      </p>
      <ol className="series-parts">
        {parts.map((part) => (
          <li key={part.id} className="series-part h-entry">
            <h2 className="entry-title" dir="auto">
              <Link href={postPath(part)} className="p-name u-url">
                {part.title}
              </Link>
            </h2>
            <p className="facts meta">
              <Time iso={part.createdAt} as="long" className="dt-published" />
              <span>{t('{readingMinutes} min read', { readingMinutes: part.readingMinutes })}</span>
            </p>
          </li>
        ))}
      </ol>
      {isEditing && <EditSeriesDialog series={series} onClose={() => setEditing(false)} />}
    </>
  )
}

const SeriesNotFound = () => (
  <EmptyState
    icon="book-open"
    title={t('Series Not Found')}
    isPageTitle
    actions={<ButtonLink href={blogAddress.href()}>{t('View all articles')}</ButtonLink>}
  >
    {t('This series does not exist, or it has no published articles.')}
  </EmptyState>
)
