import { t } from '#messages/messages.ts'
import './table-of-contents.css'
import type { Heading } from '#features/writing/posts/headings.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { useSectionInView } from './section-in-view.ts'

interface Props {
  headings: Heading[]
}

/** The table of contents next to an article, for wide screens. Marks the current section. */
export function ContentsAside({ headings }: Props) {
  const shown = useSectionInView(headings)
  return (
    <aside className="contents-aside">
      <nav aria-label={t('On this page')}>
        <p className="overline">{t('On this page')}</p>
        <ContentsList headings={headings} shown={shown} />
      </nav>
    </aside>
  )
}

/** The collapsed table of contents above an article's text, for narrow screens. */
export const ContentsFold = ({ headings }: Props) => (
  <details className="contents-fold">
    <summary>
      {t('On this page')}{' '}
      <span className="meta">
        {t('{count, plural, one {# section} other {# sections}}', { count: headings.length })}
      </span>
      <Icon name="chevron-down" />
    </summary>
    <nav aria-label={t('On this page')}>
      <ContentsList headings={headings} />
    </nav>
  </details>
)

function ContentsList({ headings, shown }: Props & { shown?: string | undefined }) {
  const top = Math.min(...headings.map(({ level }) => level))
  return (
    <ol className="contents">
      {headings.map(({ id, text, level }) => (
        <li key={id} data-depth={Math.min(level - top, 2)}>
          <a href={`#${id}`} dir="auto" aria-current={id === shown ? 'location' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
}
