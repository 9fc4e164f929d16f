/** The connection to an event stream's reader. */
export interface EventLine {
  /** Sends encoded events. A reader that falls far behind is disconnected. */
  send(...events: Buffer[]): void
  end(): void
}

/** A response with server-sent events, which lasts until the reader disconnects. */
export class EventStream {
  /** Called when a reader connects. @returns a function to call after the reader has disconnected */
  readonly begin: (line: EventLine) => () => void

  constructor(begin: EventStream['begin']) {
    this.begin = begin
  }
}
