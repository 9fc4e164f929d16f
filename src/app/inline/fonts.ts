const preloaded = [
  '1em "Schibsted Grotesk"',
  '1em "Schibsted Stand-in"',
  '700 1em "Schibsted Stand-in"',
  '1em "Code Stand-in"',
]

/** Starts to use the preloaded font and the local fallbacks before the first paint. Otherwise, browsers do that with the
 *  first layout, paint once with another font, and then move the text. */
export function applyFonts(): void {
  if (!document.querySelector('link[as=font]')) return
  for (const font of preloaded) void document.fonts.load(font)
}
