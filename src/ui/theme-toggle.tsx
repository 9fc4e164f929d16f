import './theme-toggle.css'
import { Icon } from './icon.tsx'

/** Switches between light and dark, and remembers it. Which picture shows is up to the style: the server cannot know. */
export function ThemeToggle() {
  return (
    <button
      type="button"
      className="button button-icon theme-toggle"
      data-variant="plain"
      aria-label="Switch between light and dark theme"
      title="Light or dark"
      onClick={toggleTheme}
    >
      <Icon name="moon" className="theme-moon" />
      <Icon name="sun" className="theme-sun" />
    </button>
  )
}

/** The first paint reads the same key, in index.html. Source: docs/product.md, States. */
function toggleTheme() {
  const isDark = document.documentElement.classList.toggle('dark')
  try {
    localStorage.setItem('theme', isDark ? 'dark' : 'light')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
