/** Where events go to one reader. */
export interface EventLine {
  /** Whole events, as text/event-stream has them. A reader that falls far behind is cut off. */
  send(...events: Buffer[]): void
  end(): void
}

/** An answer that goes on for as long as its reader stays: server-sent events. */
export class EventStream {
  /** Called once the reader is there. @returns what to do when the reader has gone */
  readonly begin: (line: EventLine) => () => void

  constructor(begin: EventStream['begin']) {
    this.begin = begin
  }
}
