import './search-result.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { CategoryBadge } from '#features/writing/categories/category-badge.tsx'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { projectAddress } from '#features/work/projects/project-addresses.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Time } from '#ui/time.tsx'
import type { MemberResult, ProjectResult, WritingResult, Marked, SearchResult } from './search.contract.ts'

/** A search result with the query's words highlighted. */
export function SearchResultEntry({ found }: { found: SearchResult }) {
  if (found.kind === 'member') return <MemberEntry found={found} />
  return found.kind === 'project' ? <ProjectEntry found={found} /> : <WritingEntry found={found} />
}

function ProjectEntry({ found: { id, title, snippet, user } }: { found: ProjectResult }) {
  return (
    <article className="found">
      <h2 className="found-title" dir="auto">
        <Link href={projectAddress.href({ id })}>
          <MarkedText pieces={title} />
        </Link>
      </h2>
      <p className="found-text" dir="auto">
        <MarkedText pieces={snippet} />
      </p>
      <div className="found-facts meta">
        <AuthorLink user={user}>
          <Avatar name={user.displayName} image={user.profileImage} size="xs" />
          <bdi>{user.displayName}</bdi>
        </AuthorLink>
        <span>{t('Project')}</span>
      </div>
    </article>
  )
}

/** Without a title, the text is the link. */
function WritingEntry({ found }: { found: WritingResult }) {
  const { kind, title, snippet, user, category, createdAt } = found
  return (
    <article className="found">
      <h2 className="found-title" data-untitled={title === null || undefined} dir="auto">
        <Link href={postPath(found)}>
          <MarkedText pieces={title ?? snippet} />
        </Link>
      </h2>
      {title !== null && (
        <p className="found-text" dir="auto">
          <MarkedText pieces={snippet} />
        </p>
      )}
      <div className="found-facts meta">
        <AuthorLink user={user}>
          <Avatar name={user.displayName} image={user.profileImage} size="xs" />
          <bdi>{user.displayName}</bdi>
        </AuthorLink>
        <CategoryBadge category={category} />
        {kind === 'article' && <span>{t('Article')}</span>}
        <Time iso={createdAt} as="date" />
      </div>
    </article>
  )
}

function MemberEntry({ found: { name, snippet, user } }: { found: MemberResult }) {
  return (
    <article className="found found-member">
      <Avatar name={user.displayName} image={user.profileImage} />
      <h2 className="found-title" dir="auto">
        <Link href={profileAddress.href({ username: user.username })}>
          <MarkedText pieces={name} />
        </Link>
      </h2>
      <p className="found-facts meta">
        <bdi>@{user.username}</bdi>
        <span className="found-job" dir="auto">
          {user.title || t('Software Developer')}
        </span>
      </p>
      {snippet.join('') !== '' && (
        <p className="found-text" dir="auto">
          <MarkedText pieces={snippet} />
        </p>
      )}
    </article>
  )
}

/** Renders alternating plain and highlighted parts. */
const MarkedText = ({ pieces: [plain, found, ...rest] }: { pieces: Marked }) => (
  <>
    {plain}
    {found !== undefined && <mark>{found}</mark>}
    {rest.length > 0 && <MarkedText pieces={rest} />}
  </>
)
