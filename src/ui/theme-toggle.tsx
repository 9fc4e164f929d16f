import './theme-toggle.css'
import { Icon } from './icon.tsx'
import { t } from '#messages/messages.ts'
import { nextPaint } from './next-paint.ts'

/** Switches between light and dark, and stores the choice. CSS chooses the icon, because the server does not know the
 *  theme. */
export function ThemeToggle() {
  return (
    <button
      type="button"
      className="button button-icon theme-toggle"
      data-variant="plain"
      aria-label={t('Switch between light and dark theme')}
      title={t('Light or dark')}
      onClick={() => void toggleTheme()}
    >
      <Icon name="moon" className="theme-moon" />
      <Icon name="sun" className="theme-sun" />
    </button>
  )
}

/** Switches the theme once the button is painted as pressed, because all styles change. The script in index.html reads
 *  the same key before the first paint. Source: docs/product.md, States. */
export async function toggleTheme(): Promise<void> {
  await nextPaint()
  const { classList, dataset } = document.documentElement
  dataset.switching = ''
  const isDark = classList.toggle('dark')
  void nextPaint().then(() => delete dataset.switching)
  try {
    localStorage.setItem('theme', isDark ? 'dark' : 'light')
  } catch {
    // If storage is unavailable, the choice lasts until the member leaves the page.
  }
}
