import './found-entry.css'
import { Link } from 'wouter'
import { CategoryBadge } from '#features/categories/category-badge.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Time } from '#ui/time.tsx'
import type { FoundMember, FoundWriting, Marked, SearchResult } from './search.contract.ts'

/** Something that was found, with the words that were looked for marked. */
export const FoundEntry = ({ found }: { found: SearchResult }) =>
  found.kind === 'member' ? <MemberEntry found={found} /> : <WritingEntry found={found} />

/** What has no title is known by its text. */
function WritingEntry({ found }: { found: FoundWriting }) {
  const { id, kind, title, snippet, user, category, createdAt } = found
  return (
    <article className="found">
      <h2 className="found-title" data-untitled={title === null || undefined} dir="auto">
        <Link href={`/post/${id}`}>
          <MarkedText pieces={title ?? snippet} />
        </Link>
      </h2>
      {title !== null && (
        <p className="found-text" dir="auto">
          <MarkedText pieces={snippet} />
        </p>
      )}
      <div className="found-facts meta">
        <Link href={`/profile/${user.username}`}>
          <Avatar name={user.displayName} image={user.profileImage} size="xs" />
          <bdi>{user.displayName}</bdi>
        </Link>
        <CategoryBadge category={category} />
        {kind === 'article' && <span>Article</span>}
        <Time iso={createdAt} as="date" />
      </div>
    </article>
  )
}

function MemberEntry({ found: { name, snippet, user } }: { found: FoundMember }) {
  return (
    <article className="found found-member">
      <Avatar name={user.displayName} image={user.profileImage} />
      <h2 className="found-title" dir="auto">
        <Link href={`/profile/${user.username}`}>
          <MarkedText pieces={name} />
        </Link>
      </h2>
      <p className="found-facts meta">
        <span>@{user.username}</span>
        <span>{user.title || 'Software Developer'}</span>
      </p>
      {snippet.join('') !== '' && (
        <p className="found-text" dir="auto">
          <MarkedText pieces={snippet} />
        </p>
      )}
    </article>
  )
}

/** Plain and found pieces by turns. */
const MarkedText = ({ pieces: [plain, found, ...rest] }: { pieces: Marked }) => (
  <>
    {plain}
    {found !== undefined && <mark>{found}</mark>}
    {rest.length > 0 && <MarkedText pieces={rest} />}
  </>
)
