import css from './settings-preview.css?inline'
import { useMemo } from 'react'
import { homeTitle } from './home-names.contract.ts'
import { lookTokens } from './look.contract.ts'
import { defaultTokens } from './look-defaults.contract.ts'
import { setTokens, useOwnStyles } from './own-styles.hooks.ts'
import { sectionLabels } from './section-labels.contract.ts'
import { orderedSections } from './section-order.contract.ts'
import { SiteIcon } from './site-icon.tsx'
import { accentPattern, type SiteSettings } from './site-settings.contract.ts'
import { fontFamilies } from './typefaces.contract.ts'
import { t } from '#messages/messages.ts'

const labels = sectionLabels()

interface Props {
  draft: SiteSettings
  name: string
  /** A data URL; empty for the built-in icon. */
  icon: string
}

/** Shows how the site will look: in a browser, in both themes, and in search results. */
export function SettingsPreview({ draft, name, icon }: Props) {
  useOwnStyles(css)
  const { typeface, density, codeTheme } = draft
  const accent = accentPattern.test(draft.accent) ? draft.accent : ''
  const look = useMemo(
    () => lookTokens({ accent, typeface, density, codeTheme }),
    [accent, typeface, density, codeTheme],
  )
  const headings = fontFamilies(typeface)?.headings ?? 'inherit'
  const tagline = draft.tagline.trim()
  const sections = orderedSections(draft.sectionOrder).filter(
    (section) => !labels[section].isUnordered && !draft.sectionsOff.includes(section),
  )
  const title = homeTitle({ name, tagline })
  const description =
    draft.description.trim() || t('Posts, articles, and projects by the developers of {name}.', { name })
  return (
    <div className="settings-preview">
      {(['light', 'dark'] as const).map((theme) => (
        <figure
          key={theme}
          ref={(figure) =>
            setTokens(figure, {
              ...defaultTokens.both,
              ...defaultTokens[theme],
              ...look.both,
              ...look[theme],
              headings,
            })
          }
          className={`preview-window ${theme}`}
          aria-label={theme === 'light' ? t('The light theme') : t('The dark theme')}
        >
          <div className="preview-tab">
            <SiteIcon image={icon} />
            <span>{title}</span>
          </div>
          <div className="preview-page">
            <div className="preview-brand">
              <SiteIcon image={icon} />
              <strong>{name}</strong>
            </div>
            {tagline !== '' && <p className="preview-tagline">{tagline}</p>}
            <ul className="preview-links">
              {draft.home.kind !== 'feed' && <li data-current>{t('Home')}</li>}
              {sections.map((section) => (
                <li key={section} data-current={(section === 'feed' && draft.home.kind === 'feed') || undefined}>
                  {labels[section].label}
                </li>
              ))}
              {draft.links
                .slice(0, 2)
                .map(({ label }, index) => label && <li key={label + String(index)}>{label} ↗</li>)}
            </ul>
            <p className="preview-heading">{t('A heading')}</p>
            <p>{t('This is how text looks in posts.')}</p>
            <pre className="preview-code">
              <i>const</i> <b>answer</b> = <u>42</u> <small>{'// why?'}</small>
            </pre>
            <p className="preview-sample">
              <span className="preview-link">{t('Read More →')}</span>
              <span className="preview-button">{t('Post')}</span>
            </p>
          </div>
        </figure>
      ))}
      <figure className="preview-result" aria-label={t('In search results')}>
        <div className="preview-source">
          <SiteIcon image={icon} />
          <span>
            {name}
            <small>{location.host}</small>
          </span>
        </div>
        <p className="preview-title">{title}</p>
        <p>{description}</p>
      </figure>
    </div>
  )
}
