import './article-neighbours.css'
import { Link } from 'wouter'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'
import type { Neighbour } from './neighbours.contract.ts'
import { useNeighbours } from './neighbours.hooks.ts'

/** Leads from an article to the one before and the one after it; nothing when it stands alone. */
export function ArticleNeighbours({ postId }: { postId: number }) {
  const { data } = useNeighbours(postId)
  if (!data || (!data.previous && !data.next)) return null
  return (
    <nav className="article-neighbours" aria-label="Other articles">
      <NeighbourLink neighbour={data.previous} rel="prev" />
      <NeighbourLink neighbour={data.next} rel="next" />
    </nav>
  )
}

function NeighbourLink({ neighbour, rel }: { neighbour: Neighbour; rel: 'prev' | 'next' }) {
  if (!neighbour) return null
  return (
    <Link href={postAddress.href({ id: neighbour.id })} rel={rel} className="article-neighbour">
      <span className="article-neighbour-which overline">
        {rel === 'prev' && <Icon name="arrow-left" />}
        {rel === 'prev' ? 'Previous article' : 'Next article'}
        {rel === 'next' && <Icon name="arrow-right" />}
      </span>
      <span className="article-neighbour-title" dir="auto">
        {neighbour.title}
      </span>
    </Link>
  )
}
