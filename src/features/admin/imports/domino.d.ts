declare module '@mixmark-io/domino' {
  /** Parses HTML as browsers do. Runs no scripts and loads nothing. */
  export function createDocument(html: string): Document
}
