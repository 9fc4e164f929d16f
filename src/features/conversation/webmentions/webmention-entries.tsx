import { rich } from '#messages/rich.ts'
import '#ui/remark.css'
import { Avatar } from '#ui/avatar.tsx'
import { Prose } from '#ui/prose.tsx'
import { Time } from '#ui/time.tsx'
import { RefreshAuthor } from './refresh-author.tsx'
import type { Webmention } from './webmentions.contract.ts'

interface EntryProps {
  postId: number
  mention: Webmention
}

const hostOf = (address: string): string => URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''

/** A reply from another site, shown in full. */
export function WebmentionReply({ postId, mention }: EntryProps) {
  return (
    <article className="webmention remark u-comment h-cite" id={`webmention-${mention.id}`}>
      <div className="remark-body">
        <p className="remark-byline">
          <AuthorName mention={mention} withPicture />
          <a href={mention.sourceUrl} className="meta u-url" rel="ugc nofollow noopener">
            {rich('on {host} · {time}', {
              host: hostOf(mention.sourceUrl),
              time: <Time iso={mention.createdAt} className="dt-published" />,
            })}
          </a>
          <RefreshAuthor postId={postId} mention={mention} />
        </p>
        {mention.sourceTitle && (
          <p className="webmention-title" dir="auto">
            {mention.sourceTitle}
          </p>
        )}
        <Prose className="e-content" lang="" html={mention.sourceContentHtml} />
      </div>
    </article>
  )
}

/** A page that mentions the post. */
export function WebmentionLink({ postId, mention }: EntryProps) {
  const time = <Time iso={mention.createdAt} className="dt-published" />
  return (
    <li className="webmention-link u-comment h-cite">
      <a href={mention.sourceUrl} className="link u-url p-name" rel="ugc nofollow noopener" dir="auto">
        {mention.sourceTitle || mention.sourceUrl}
      </a>
      <span className="remark-byline meta">
        <AuthorName mention={mention} />
        <span>{mention.type === 'bookmark-of' ? rich('bookmarked · {time}', { time }) : time}</span>
        <RefreshAuthor postId={postId} mention={mention} />
      </span>
    </li>
  )
}

function AuthorName({ mention, withPicture = false }: { mention: Webmention; withPicture?: boolean }) {
  const { sourceAuthor, sourceAuthorUrl, sourceAuthorPhoto } = mention
  const name = (
    <bdi className="p-name" dir="auto">
      {sourceAuthor}
    </bdi>
  )
  return (
    <span className="remark-author p-author h-card">
      {withPicture && <Avatar name={sourceAuthor} image={sourceAuthorPhoto} size="s" />}
      {sourceAuthorUrl ? (
        <a href={sourceAuthorUrl} className="u-url" rel="ugc nofollow noopener">
          {name}
        </a>
      ) : (
        name
      )}
    </span>
  )
}
