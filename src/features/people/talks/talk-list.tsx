import { t } from '#messages/messages.ts'
import './talk-list.css'
import { partialDateText } from '#schemas/partial-dates.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { useContentLang } from '#ui/content-language.ts'
import type { IconName } from '#ui/icon-names.ts'
import type { Talk } from './talks.contract.ts'

/** A member's talks: what, where, and when, with links to slides and recordings. */
export const TalkList = ({ talks }: { talks: readonly Talk[] }) => (
  <ul className="talks">
    {talks.map((talk, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- nothing reorders the list, and a talk can be given twice
      <li key={index} className="talk">
        <TalkEntry {...talk} />
      </li>
    ))}
  </ul>
)

function TalkEntry({ title, event, place, date, slidesUrl, videoUrl, description }: Talk) {
  const lang = useContentLang()
  return (
    <>
      <h3 dir="auto" lang={lang}>
        {title}
      </h3>
      {(event || place || date) && (
        <p className="meta talk-facts">
          {event && <bdi className="talk-event">{event}</bdi>}
          {place && <bdi>{place}</bdi>}
          {date && <time dateTime={date}>{partialDateText(date)}</time>}
        </p>
      )}
      {description && (
        <p className="talk-description" dir="auto" lang={lang}>
          {description}
        </p>
      )}
      {(slidesUrl || videoUrl) && (
        <p className="talk-links">
          <TalkLink url={slidesUrl} icon="file-text" label={t('Slides')} title={title} />
          <TalkLink url={videoUrl} icon="play" label={t('Video')} title={title} />
        </p>
      )}
    </>
  )
}

interface TalkLinkProps {
  url: string
  icon: IconName
  label: string
  title: string
}

const TalkLink = ({ url, icon, label, title }: TalkLinkProps) =>
  url && (
    <a href={url} rel="ugc nofollow noopener" aria-label={`${label}: ${title}`}>
      <Icon name={icon} />
      {label}
    </a>
  )
