/** The addresses of the pictures in rendered markdown. */
export const picturesIn = (html: string): string[] =>
  [...html.matchAll(/<img\b[^<>]*?\ssrc="([^"]+)"/g)].map(([, source]) => source!.replaceAll('&amp;', '&'))
