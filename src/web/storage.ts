// Local storage of this browser. Where it is blocked or full, reading returns null and writing does nothing.

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @returns whether the text is stored */
export function writeStored(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
}

/** Removes everything except these keys. */
export function clearStored(except: string[]): void {
  for (const key of storedKeys('')) if (!except.includes(key)) removeStored(key)
}
