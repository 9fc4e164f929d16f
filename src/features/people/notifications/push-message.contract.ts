/** What the service worker shows. `url`: the path that opens when it is clicked. A message replaces an earlier one with
 *  the same `tag`. */
export interface PushMessage {
  title: string
  body: string
  url: string
  tag: string
  icon: string
}
