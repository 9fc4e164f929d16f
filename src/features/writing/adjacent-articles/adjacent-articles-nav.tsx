import './adjacent-articles-nav.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'
import type { AdjacentArticle } from './adjacent-articles.contract.ts'
import { useAdjacentArticles } from './adjacent-articles.hooks.ts'

interface Props {
  postId: number
  /** The ID of an article that the page already links to. */
  except?: number | undefined
}

/** Links to the previous and next articles. Renders nothing if there are no others. */
export function AdjacentArticlesNav({ postId, except }: Props) {
  const { data } = useAdjacentArticles(postId)
  const [previous, next] = [data?.previous, data?.next].map((one) => (one?.id === except ? null : one))
  if (!previous && !next) return null
  return (
    <nav className="adjacent-articles" aria-label={t('Other articles')}>
      <AdjacentArticleLink article={previous} rel="prev" />
      <AdjacentArticleLink article={next} rel="next" />
    </nav>
  )
}

function AdjacentArticleLink({ article, rel }: { article: AdjacentArticle | undefined; rel: 'prev' | 'next' }) {
  if (!article) return null
  return (
    <Link href={postPath(article)} rel={rel} className="adjacent-article">
      <span className="adjacent-article-which overline">
        {rel === 'prev' && <Icon name="arrow-left" />}
        {rel === 'prev' ? t('Previous article') : t('Next article')}
        {rel === 'next' && <Icon name="arrow-right" />}
      </span>
      <span className="adjacent-article-title" dir="auto">
        {article.title}
      </span>
    </Link>
  )
}
