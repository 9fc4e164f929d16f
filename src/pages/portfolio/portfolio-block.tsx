import { type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import type { PortfolioBlock as BlockName } from '#features/admin/site-settings/home-names.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { useMayPublish, useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.ts'

/** Loaded only for the member to whom the block belongs. */
const BlockEditor = lazyPart(
  async () => (await import('./block-editor.tsx')).BlockEditor,
  () => null,
)

interface Props {
  name: BlockName
  /** The member whose portfolio contains the block. */
  user: User
  title: string
  /** The URL of the page with everything; false if the block shows everything. */
  more?: string | false
  /** Whether there is nothing to show. Then only the member sees the block, with a button or link to add something. */
  isEmpty: boolean
  children: ReactNode
}

const wideBlocks = new Set<BlockName>(['projects', 'github', 'testimonials'])
/** The blocks whose content only members who may publish can change. */
const publishedBlocks = new Set<BlockName>(['projects', 'writing', 'pages'])

/** A block with its heading. The member to whom it belongs sees a button or link to edit it. */
export function Block({ name, user, title, more = false, isEmpty, children }: Props) {
  const isOwn = useViewer()?.id === user.id
  const mayPublish = useMayPublish()
  const canEdit = isOwn && (mayPublish || !publishedBlocks.has(name))
  if (isEmpty && !canEdit) return null
  return (
    <section
      className="portfolio-block"
      data-block={name}
      data-wide={wideBlocks.has(name) || undefined}
      aria-label={title}
    >
      <div className="portfolio-block-head">
        <h2>{title}</h2>
        {canEdit && (
          <Suspense>
            <BlockEditor name={name} user={user} isEmpty={isEmpty} />
          </Suspense>
        )}
        {more !== false && (
          <Link href={more} className="portfolio-more" aria-label={t('{title}: view all', { title })}>
            {t('View all')}
            <Icon name="arrow-right" />
          </Link>
        )}
      </div>
      {!isEmpty && children}
    </section>
  )
}
