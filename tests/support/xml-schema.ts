import fs from 'node:fs'
import { memoryPages, validateXML } from 'xmllint-wasm'

/** What in the document breaks the schema of that name in tests/fixtures/schemas, a line each. */
export async function schemaFaults(document: string, schema: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'document.xml', contents: document }],
    schema: [fs.readFileSync(new URL(`../fixtures/schemas/${schema}.xsd`, import.meta.url), 'utf8')],
    maxMemoryPages: memoryPages.GiB,
  })
  return errors.map(({ message }) => message)
}
