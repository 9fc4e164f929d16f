import type * as z from 'zod/mini'

// The browser's local storage. If it is blocked, reading returns null; if it is blocked or full, writing does nothing.

const isServer = typeof window === 'undefined'

export function readStored(key: string): string | null {
  if (isServer) return null // an exception for each value would take 3 % of the time to render a page
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores the text. @returns whether it was stored */
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

/** Returns the JSON stored under the key; null if there is none or it does not match the schema. */
export const readStoredJson = <Value>(key: string, schema: z.ZodMiniType<Value>): Value | null =>
  parseJson(readStored(key), schema)

/** Parses the JSON; returns null if it is null or invalid, or if its value does not match the schema. */
export function parseJson<Value>(text: string | null, schema: z.ZodMiniType<Value>): Value | null {
  try {
    return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    return null
  }
}
