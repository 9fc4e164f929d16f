import './webmentions.css'
import { useRef } from 'react'
import { t } from '#messages/messages.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { PageBar } from '#web/page-bar.tsx'
import { Faces } from './webmention-faces.tsx'
import { WebmentionLink, WebmentionReply } from './webmention-entries.tsx'
import { useWebmentions } from './webmentions.hooks.ts'
import type { Webmention } from './webmentions.contract.ts'

interface WebmentionsSectionProps {
  postId: number
  page: number
  hrefOf: (page: number) => string
}

/** Mentions of a post: likes and reposts as avatars, replies in full, others as links. Renders nothing if there are
 *  none. */
export function WebmentionsSection({ postId, page, hrefOf }: WebmentionsSectionProps) {
  const section = useRef<HTMLElement>(null)
  const { data, isError, isFetching, refetch } = useWebmentions(postId, page)
  const refresh = () => void refetch()
  if (!data && !isError) return null
  if (data?.total === 0 && !isError) return null
  const all = data?.webmentions ?? []
  const of = (...types: Webmention['type'][]) => all.filter(({ type }) => types.includes(type))
  const links = of('mention', 'bookmark-of')
  const faces = { postId, isAll: all.length === data?.total }

  return (
    <section className="webmentions" id="webmentions" ref={section} aria-labelledby="webmentions-title">
      <div className="webmentions-head">
        <h2 id="webmentions-title">
          {t('Webmentions')} {data && <span className="webmentions-count">{data.total}</span>}
        </h2>
        <IconButton icon="refresh-cw" size="s" label={t('Refresh webmentions')} busy={isFetching} onClick={refresh} />
      </div>
      {isError && (
        <ErrorPanel
          title={t('Failed to load webmentions. Please try refreshing.')}
          actions={<Button onClick={refresh}>{t('Refresh')}</Button>}
        />
      )}
      <Faces
        {...faces}
        title={t('Likes')}
        counted={(count) => t('{count, plural, one {# Like} other {# Likes}}', { count })}
        icon="heart"
        property="u-like"
        mentions={of('like-of')}
      />
      <Faces
        {...faces}
        title={t('Reposts')}
        counted={(count) => t('{count, plural, one {# Repost} other {# Reposts}}', { count })}
        icon="repeat-2"
        property="u-repost"
        mentions={of('repost-of')}
      />
      {of('in-reply-to', 'rsvp').map((mention) => (
        <WebmentionReply key={mention.id} postId={postId} mention={mention} />
      ))}
      {links.length > 0 && (
        <ul className="webmention-links" aria-label={t('Mentioned on')}>
          {links.map((mention) => (
            <WebmentionLink key={mention.id} postId={postId} mention={mention} />
          ))}
        </ul>
      )}
      {data && (
        <PageBar
          label={t('Webmention pages')}
          page={page}
          totalPages={data.totalPages}
          hrefOf={hrefOf}
          onNavigate={() => section.current?.scrollIntoView()}
        />
      )}
    </section>
  )
}
