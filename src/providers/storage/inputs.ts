import * as z from 'zod/mini'
import { limitedBytes } from '#kernel/limited-bytes.ts'
import type { Listing } from './objects.store.ts'
import { invalidRequest, tooLarge } from './wire.ts'

const maxBytes = 64 * 1024
/** PostgreSQL cannot store NUL. */
const Text = z.string().check(z.maxLength(1024), z.regex(/^[^\0]*$/))

const ListInput = z.object({
  prefix: z._default(Text, ''),
  search: z._default(Text, ''),
  limit: z._default(z.int().check(z.gte(1), z.lte(1000)), 100),
  offset: z._default(z.int().check(z.gte(0), z.lte(1_000_000)), 0),
  sortBy: z._default(
    z.object({
      column: z.enum(['name', 'created_at', 'updated_at']),
      order: z.enum(['asc', 'desc']),
    }),
    { column: 'name', order: 'asc' },
  ),
})

/** @throws StorageError */
export async function readListing(request: Request): Promise<Omit<Listing, 'bucket' | 'ownerId'>> {
  const { prefix, sortBy, ...rest } = await readJson(request, ListInput)
  return { ...rest, ...sortBy, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` }
}

const RemoveInput = z.object({ prefixes: z.array(Text).check(z.maxLength(1000)) })

/** Reads the list of paths to remove. @throws StorageError */
export const readPrefixes = async (request: Request): Promise<string[]> =>
  (await readJson(request, RemoveInput)).prefixes

async function readJson<Input>(request: Request, schema: z.ZodMiniType<Input>): Promise<Input> {
  const body = await limitedBytes(request, maxBytes)
  if (!body) throw tooLarge()
  const { data, error } = schema.safeParse(parse(body.toString('utf8')))
  if (error)
    throw invalidRequest(`body${error.issues[0]?.path.map((part) => `/${String(part)}`).join('')} is not valid`)
  return data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('The body is not valid JSON')
  }
}
