type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of a JSON object; none if the text is not valid JSON or something else. For code that every page
 *  loads, because a validation library would be a tenth of that. */
export function fieldsIn(text: string | null): Fields {
  try {
    return fieldsOf(JSON.parse(text ?? ''))
  } catch {
    return {}
  }
}

/** Returns the fields of a parsed value; none if it is not an object. */
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
