import type { Look } from './photographer.ts'
import type { Screen } from './screens.ts'

/** Returns an HTML page that shows the pictures of all screens, one screen per row. */
export function galleryOf(screens: Screen[], looks: Look[]): string {
  const rows = screens.map(({ name, path }) => {
    const pictures = looks.map((look) => {
      const file = `${name}-${look.name}.jpg`
      return `<a href="${file}"><img src="${file}" alt="${name}, ${look.name}" loading="lazy"></a>`
    })
    return `<h2 id="${name}">${name} <code>${path.replaceAll('&', '&amp;')}</code></h2>\n<p>${pictures.join('\n')}</p>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
  body { font: 1rem system-ui; margin: 2rem }
  p { display: flex; gap: 1rem; align-items: start; overflow-x: auto }
  img { height: 30rem; border: 1px solid #888; object-fit: cover; object-position: top }
</style>
<h1>Screens</h1>
${rows.join('\n')}
</html>
`
}
