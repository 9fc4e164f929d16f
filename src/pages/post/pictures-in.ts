/** Returns the URLs of the pictures in rendered Markdown. */
export const picturesIn = (html: string): string[] =>
  [...html.matchAll(/<img\b[^<>]*?\ssrc="([^"]+)"/g)].map(([, source]) => source!.replaceAll('&amp;', '&'))
