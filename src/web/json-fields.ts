type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of a JSON object, or an empty object if the text is anything else. Used instead of zod, which
 *  would be a tenth of the code that every page loads. */
export function fieldsIn(text: string | null): Fields {
  if (text === null) return {}
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Returns the fields of a parsed value, or an empty object if it is not an object. */
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
