// What this browser keeps for the site. Where it keeps nothing (blocked by its settings, full), reading gives null and
// writing does nothing: the page works on without.

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @returns whether it is kept; else what is on the screen stays there */
export function keep(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** The keys of what is kept, of those that begin so. */
export function keptKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** Forgets everything but that. */
export function forgetAll(except: string[]): void {
  for (const key of keptKeys('')) if (!except.includes(key)) forget(key)
}
