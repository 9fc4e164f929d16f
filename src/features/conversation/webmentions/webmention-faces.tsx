import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { RefreshAuthors } from './refresh-author.tsx'
import type { Webmention } from './webmentions.contract.ts'

interface FacesProps {
  postId: number
  title: string
  /** Returns the title with the number of mentions. */
  counted: (count: number) => string
  /** The list contains all mentions of this type. */
  isAll: boolean
  icon: 'heart' | 'repeat-2'
  /** The microformats class name. */
  property: 'u-like' | 'u-repost'
  mentions: Webmention[]
}

/** The avatars of people who liked, reposted, or bookmarked the post, each linked to the mention's source. */
export function Faces({ postId, title, counted, isAll, icon, property, mentions }: FacesProps) {
  if (mentions.length === 0) return null

  return (
    <div className="webmention-faces">
      <div className="webmention-faces-title">
        <Icon name={icon} /> {isAll ? counted(mentions.length) : title}
        <RefreshAuthors postId={postId} mentions={mentions} />
      </div>
      <ul aria-label={title}>
        {mentions.map(({ id, sourceUrl, sourceAuthor, sourceAuthorUrl, sourceAuthorPhoto }) => (
          <li key={id} className={`${property} h-cite`}>
            <span className="p-author h-card">
              {sourceAuthorUrl && <data className="u-url" value={sourceAuthorUrl} />}
              <data className="p-name" value={sourceAuthor} />
              <a className="webmention-face" href={sourceUrl} rel="ugc nofollow noopener" title={sourceAuthor}>
                <Avatar name={sourceAuthor} image={sourceAuthorPhoto} size="s" labelled />
              </a>
            </span>
            <data className="u-url" value={sourceUrl} />
          </li>
        ))}
      </ul>
    </div>
  )
}
