// What this browser keeps for the site. Where it keeps nothing (blocked by its settings, full), reading gives null and
// writing does nothing: the page works on without.

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // What is on the screen stays there.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
