import { useContentLang } from '#ui/content-language.ts'
import './resume-view.css'
import { locale } from '#messages/messages.ts'
import { projectAddress } from '#features/work/projects/project-addresses.contract.ts'
import { type EntryText, entryText } from './resume-entry-text.contract.ts'
import { type AnyEntry, resumeSections, type SectionName, sectionNames } from './resume-sections.contract.ts'
import { talksOf } from './resume-talks.contract.ts'
import type { Basics, Resume } from './resumes.contract.ts'

/** Sections whose entries are short enough for one line each. */
const compactSections: ReadonlySet<SectionName> = new Set(['skills', 'languages', 'interests'])

/** A member's CV, on screen and in print. */
export function ResumeView({ resume }: { resume: Resume }) {
  const { user, shownProjects } = resume
  const document = { ...resume.document, talks: talksOf(resume) }
  const { basics } = document
  const lang = useContentLang()
  const own = shownProjects.map(({ id, title, description, url, technologies }) => ({
    title,
    url: url || projectAddress.href({ id }),
    text: description,
    keywords: technologies,
  }))
  return (
    <article className="resume">
      <header className="resume-head">
        <h1 dir="auto">{user.displayName}</h1>
        {basics.label && (
          <p className="resume-label" dir="auto">
            {basics.label}
          </p>
        )}
        <Contact basics={basics} />
      </header>
      {basics.summary && (
        <p className="resume-summary" dir="auto" lang={lang}>
          {basics.summary}
        </p>
      )}
      {sectionNames.map((section) => {
        const entries = textsOf(section, document[section])
        const all = section === 'projects' ? [...own, ...entries] : entries
        return <ResumeSection key={section} section={section} entries={all} />
      })}
    </article>
  )
}

/** Narrows the entries to their section, which TypeScript cannot do for a union of sections. */
const textsOf = (section: SectionName, entries: readonly AnyEntry[]): EntryText[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries come from this section
  entries.map((entry) => entryText(section, entry as never))

function Contact({ basics: { email, phone, url, city, region, countryCode } }: { basics: Basics }) {
  const place = [city, region, countryName(countryCode)].filter(Boolean).join(', ')
  if (![email, phone, url, place].some(Boolean)) return null
  return (
    <ul className="resume-contact">
      {place && <li dir="auto">{place}</li>}
      {email && (
        <li>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      )}
      {phone && (
        <li>
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
        </li>
      )}
      {url && (
        <li>
          <ShortLink url={url} />
        </li>
      )}
    </ul>
  )
}

const countries = new Intl.DisplayNames(locale(), { type: 'region', fallback: 'code' })
const countryName = (code: string): string => (code === '' ? '' : (countries.of(code) ?? code))

/** A link whose text is its URL, so that it is useful on paper. */
const ShortLink = ({ url }: { url: string }) => (
  <a href={url} className="resume-url" rel="nofollow noopener">
    {url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')}
  </a>
)

function ResumeSection({ section, entries }: { section: SectionName; entries: EntryText[] }) {
  if (entries.length === 0) return null
  const { title } = resumeSections[section]
  const isCompact = compactSections.has(section)
  return (
    <section className={isCompact ? 'resume-section is-compact' : 'resume-section'}>
      <h2>{title()}</h2>
      <ul className="resume-entries">
        {entries.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the page does not reorder entries
          <li key={index}>{isCompact ? <CompactEntry {...entry} /> : <Entry {...entry} />}</li>
        ))}
      </ul>
    </section>
  )
}

const CompactEntry = ({ title, subtitle, keywords }: EntryText) => (
  <p dir="auto">
    <b>{title}</b>
    {subtitle && <span className="resume-subtle"> {subtitle}</span>}
    {keywords && keywords.length > 0 && <span className="resume-keywords">{keywords.join(', ')}</span>}
  </p>
)

function Entry({ title, subtitle, period, url, note, text, highlights, keywords }: EntryText) {
  return (
    <div className="resume-entry">
      <p className="resume-period">{period}</p>
      <div>
        <div className="resume-entry-head">
          <h3 dir="auto">{title}</h3>
          {subtitle && (
            <p className="resume-subtitle" dir="auto">
              {subtitle}
            </p>
          )}
          {url && <ShortLink url={url} />}
        </div>
        {note && (
          <p className="resume-subtle" dir="auto">
            {note}
          </p>
        )}
        {text && (
          <p className="resume-text" dir="auto">
            {text}
          </p>
        )}
        {highlights && highlights.length > 0 && (
          <ul className="resume-highlights">
            {highlights.map((highlight, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the page does not reorder highlights
              <li key={index} dir="auto">
                {highlight}
              </li>
            ))}
          </ul>
        )}
        {keywords && keywords.length > 0 && (
          <p className="resume-keywords" dir="auto">
            {keywords.join(' · ')}
          </p>
        )}
      </div>
    </div>
  )
}
