/** In characters. */
export const maxSlugLength = 80
export const slugPattern = /^[a-z0-9]+(?:-+[a-z0-9]+)*(?:\/[a-z0-9]+(?:-+[a-z0-9]+)*){0,2}$/

/** Returns the slug in lowercase, without surrounding spaces or slashes. */
export const normalSlug = (slug: string): string =>
  slug
    .trim()
    .toLowerCase()
    .replaceAll(/^\/+|(?<!\/)\/+$/g, '')

/** Returns the slug in a path, or null if no page can have it: `/About/` → `about`. */
export function slugInPath(path: string): string | null {
  if (path.length > 2 * maxSlugLength) return null
  const slug = normalSlug(path)
  return slug.length <= maxSlugLength && slugPattern.test(slug) ? slug : null
}
