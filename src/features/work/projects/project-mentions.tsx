import './project-mentions.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { livestreamAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Time } from '#ui/time.tsx'
import type { MentioningPost, MentioningStream } from './projects.contract.ts'
import { useProjectMentions } from './projects.hooks.ts'

/** Posts and livestreams that link to the project. Renders nothing if there are none. */
export function MentionsOfProject({ projectId }: { projectId: number }) {
  const { data } = useProjectMentions(projectId)
  return (
    <>
      <Mentions
        title={t('Posts that mention this project')}
        list={data?.posts ?? []}
        render={(post) => <PostAbout post={post} />}
      />
      <Mentions
        title={t('Streams that mention this project')}
        list={data?.streams ?? []}
        render={(stream) => <StreamAbout stream={stream} />}
      />
    </>
  )
}

function Mentions<T extends { id: number }>(props: { title: string; list: T[]; render: (one: T) => ReactNode }) {
  const { title, list, render } = props
  if (list.length === 0) return null
  return (
    <section className="project-section">
      <h2>{title}</h2>
      <ul className="project-mentions">
        {list.map((one) => (
          <li key={one.id}>{render(one)}</li>
        ))}
      </ul>
    </section>
  )
}

const PostAbout = ({ post: { id, slug, title, excerpt, ...facts } }: { post: MentioningPost }) => (
  <article className="project-mention">
    <p className="project-mention-title" dir="auto">
      <Link href={postPath({ id, slug })}>
        {title ?? (excerpt || t('A post by {displayName}', { displayName: facts.user.displayName }))}
      </Link>
    </p>
    {title !== null && excerpt !== '' && (
      <p className="project-mention-text" dir="auto">
        {excerpt}
      </p>
    )}
    <MentionFacts {...facts} />
  </article>
)

const StreamAbout = ({ stream: { id, title, ...facts } }: { stream: MentioningStream }) => (
  <article className="project-mention">
    <p className="project-mention-title" dir="auto">
      <Link href={livestreamAddress.href({ id })}>{title}</Link>
    </p>
    <MentionFacts {...facts} />
  </article>
)

const MentionFacts = ({ user, createdAt }: Pick<MentioningStream, 'user' | 'createdAt'>) => (
  <p className="project-mention-facts meta">
    <AuthorLink user={user}>
      <Avatar name={user.displayName} image={user.profileImage} size="xs" />
      <bdi>{user.displayName}</bdi>
    </AuthorLink>
    <Time iso={createdAt} as="date" />
  </p>
)
