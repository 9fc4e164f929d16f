import fs from 'node:fs'
import { memoryPages, validateXML } from 'xmllint-wasm'

/** Validates the document against the schema with that name in tests/fixtures/schemas. @returns one line per error */
export async function schemaFaults(document: string, schema: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'document.xml', contents: document }],
    schema: [fs.readFileSync(new URL(`../fixtures/schemas/${schema}.xsd`, import.meta.url), 'utf8')],
    maxMemoryPages: memoryPages.GiB,
  })
  return errors.map(({ message }) => message)
}
