import css from './site-preview-dialog.css?inline'
import { useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useOwnStyles } from './own-styles.hooks.ts'
import { SegmentedChoice } from './segmented-choice.tsx'
import { previewHref, type PreviewTheme } from './settings-previews.contract.ts'
import { pageIn, useScaleToFit } from './site-preview.hooks.ts'

interface Props {
  /** The path of the stored preview. */
  path: string
  /** What will change on save, but is not in the preview. */
  note?: string | undefined
  onClose: () => void
}

/** In pixels. */
const widths = { desktop: 1280, phone: 390 }

/** Shows the site as it will look once the settings are saved. Its links lead to other pages in the preview. */
export function SitePreviewDialog({ path, note, onClose }: Props) {
  useOwnStyles(css)
  return (
    <Dialog isOpen onClose={onClose} title={t('Preview')} description={note} size="l">
      <SitePreview path={path} />
    </Dialog>
  )
}

function SitePreview({ path }: Pick<Props, 'path'>) {
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<keyof typeof widths>(fitsDesktop() ? 'desktop' : 'phone')
  const [theme, setTheme] = useState<PreviewTheme>(currentTheme)
  const [start, setStart] = useState('/')
  const [page, setPage] = useState('/')
  useScaleToFit(room, widths[width])

  function choose(next: PreviewTheme) {
    setStart(page)
    setTheme(next)
  }

  const src = previewHref(path, theme, start)
  return (
    <div className="site-preview">
      <div className="site-preview-bar">
        <SegmentedChoice
          legend={t('Width')}
          options={{ desktop: t('Desktop'), phone: t('Mobile') }}
          value={width}
          onChange={setWidth}
        />
        <SegmentedChoice
          legend={t('Theme')}
          options={{ light: t('Light'), dark: t('Dark') }}
          value={theme}
          onChange={choose}
        />
        <ButtonLink
          icon="external-link"
          variant="plain"
          size="s"
          href={previewHref(path, theme, page)}
          target="_blank"
          rel="noopener"
        >
          {t('Open in a new tab')}
        </ButtonLink>
      </div>
      <div ref={room} className="site-preview-room" data-width={width}>
        {/* Another frame instead of another URL, which would be a step in the browser's history. */}
        <iframe
          key={src}
          ref={frame}
          className="site-preview-frame"
          title={t('The site with your changes')}
          sandbox="allow-same-origin"
          src={src}
          onLoad={() => setPage(pageIn(frame.current) ?? page)}
        />
      </div>
    </div>
  )
}

const fitsDesktop = (): boolean => matchMedia('(min-width: 48rem)').matches

const currentTheme = (): PreviewTheme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')
