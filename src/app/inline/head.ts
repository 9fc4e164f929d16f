import { applyFonts } from './fonts.ts'
import { holdEvents } from './held-events.ts'
import { loadScripts } from './scripts.ts'

// An inline script in every document: runs before the stylesheet has loaded and before the body is parsed.

applyFonts()
holdEvents()
loadScripts()
