export function moduleFile(source: Buffer): URL
